import lighthouse from "lighthouse";
import { chromium } from "playwright-core";
import { findChromium, quietFlags } from "../e2e/browser.mjs";
import { createOrder } from "../e2e/orders.mjs";
import { freePort, startServer } from "../e2e/server.mjs";
const server = await startServer({ isPublic: true });
const port = await freePort();
const browser = await chromium.launch({ executablePath: findChromium(), args: [...quietFlags, `--remote-debugging-port=${port}`] });
const { id } = await createOrder(server.base, "0.05");
for (const p of ["/en", "/en/payment/"+id, "/en/faq"]) for (let i=0;i<2;i++){
  const { lhr } = await lighthouse(server.base+p, { port, logLevel:"error", onlyCategories:["performance"] });
  const a=lhr.audits; console.log(p, lhr.categories.performance.score, ["first-contentful-paint","largest-contentful-paint","total-blocking-time","speed-index","interactive"].map(k=>k.slice(0,8)+" "+Math.round(a[k].numericValue)).join(" "), "bench", lhr.environment.benchmarkIndex);
  if(i===0){ for(const r of a["network-requests"].details.items) console.log("   ",r.priority,r.resourceType,r.transferSize,Math.round(r.networkRequestTime),Math.round(r.networkEndTime),r.url.slice(-40)); console.log(JSON.stringify(a["largest-contentful-paint"].debugData??{}), JSON.stringify(a["lcp-breakdown-insight"]?.details?.items?.[0]?.items??[]).slice(0,600)); for(const t of a["main-thread-tasks"]?.details.items.filter(t=>t.duration>60)??[]) console.log("    task",Math.round(t.startTime),Math.round(t.duration)); }
}
await browser.close(); await server.stop();
