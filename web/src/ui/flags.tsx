import type { ReactNode } from "react";
import type { Language } from "../lib/languages";

/** The flag that stands for a language, drawn by us and simplified; decoration beside the language's own name. */
export function Flag({ language, className = "" }: { language: Language; className?: string }) {
  const { viewBox, drawing } = flags[language];
  return (
    <svg
      viewBox={viewBox}
      preserveAspectRatio="xMidYMid slice"
      className={`h-3.5 w-5.25 shrink-0 rounded-xs outline -outline-offset-1 outline-ink/15 ${className}`}
      aria-hidden="true"
    >
      {drawing}
    </svg>
  );
}

const STAR = "M0-1 .225-.309H.951L.363.118.588.809 0 .382-.588.809-.363.118-.951-.309H-.225z";

/** The small stars of China's flag, each with a point towards the middle of the large one. */
const SMALL_STARS = [
  "translate(10 2) rotate(23)",
  "translate(12 4) rotate(46)",
  "translate(12 7) rotate(-2)",
  "translate(10 9) rotate(21)",
];

const china = (
  <>
    <path fill="#ee1c25" d="M0 0h30v20H0z" />
    <path fill="#ff0" d={STAR} transform="translate(5 5) scale(3)" />
    {SMALL_STARS.map((place) => (
      <path key={place} fill="#ff0" d={STAR} transform={place} />
    ))}
  </>
);

const taiwan = (
  <>
    <path fill="#fe0000" d="M0 0h30v20H0z" />
    <path fill="#000095" d="M0 0h15v10H0z" />
    <path
      fill="#fff"
      d="M7.5 1.25 8 3.13 9.38 1.75 8.87 3.63 10.75 3.12 9.37 4.5 11.25 5 9.37 5.5 10.75 6.87 8.87 6.37 9.38 8.25 8 6.87 7.5 8.75 7 6.87 5.63 8.25 6.13 6.37 4.25 6.88 5.63 5.5 3.75 5 5.63 4.5 4.25 3.12 6.13 3.63 5.62 1.75 7 3.13z"
    />
    <circle cx="7.5" cy="5" r="2" fill="#fff" stroke="#000095" strokeWidth=".25" />
  </>
);

/** The red saltire is set off from the white one's middle, as in the original. */
const britain = (
  <>
    <path fill="#012169" d="M0 0h60v30H0z" />
    <path stroke="#fff" strokeWidth="6" d="M0 0 60 30M60 0 0 30" />
    <path
      fill="#c8102e"
      d="M30 15 60 30v-2.24L34.47 15zM30 15 0 30h4.47L30 17.24zM30 15 0 0v2.24L25.53 15zM30 15 60 0h-4.47L30 12.76z"
    />
    <path stroke="#fff" strokeWidth="10" d="M30 0v30M0 15h60" />
    <path stroke="#c8102e" strokeWidth="6" d="M30 0v30M0 15h60" />
  </>
);

const spain = (
  <>
    <path fill="#aa151b" d="M0 0h30v20H0z" />
    <path fill="#f1bf00" d="M0 5h30v10H0z" />
  </>
);

const france = (
  <>
    <path fill="#fff" d="M0 0h30v20H0z" />
    <path fill="#000091" d="M0 0h10v20H0z" />
    <path fill="#e1000f" d="M20 0h10v20H20z" />
  </>
);

const japan = (
  <>
    <path fill="#fff" d="M0 0h30v20H0z" />
    <circle cx="15" cy="10" r="6" fill="#bc002d" />
  </>
);

const flags: Record<Language, { viewBox: string; drawing: ReactNode }> = {
  en: { viewBox: "0 0 60 30", drawing: britain },
  "zh-cn": { viewBox: "0 0 30 20", drawing: china },
  "zh-tw": { viewBox: "0 0 30 20", drawing: taiwan },
  es: { viewBox: "0 0 30 20", drawing: spain },
  fr: { viewBox: "0 0 30 20", drawing: france },
  ja: { viewBox: "0 0 30 20", drawing: japan },
};
