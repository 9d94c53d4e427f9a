/** Replaced by the origin that the visitor asked. */
export const originMark = "__ORIGIN__";

/**
 * A swap on the simulated networks by commands for a shell: from a key to the payout. Each step is an id and its code; later
 * steps use what earlier ones set. An operation that is gone or was renamed stops the build.
 */
export function tryItSteps(contract) {
  const create = operationOf(contract, "v1CreateExchange");
  const payment = operationOf(contract, "v1ReadPayment");
  const faucet = operationOf(contract, "simnetPay");
  const watch = operationOf(contract, "v1WatchExchange");
  const read = operationOf(contract, "v1ReadExchange");
  const key = contract.components.securitySchemes.apiKey.name;
  const attempt = create.parameters.find(({ in: place }) => place === "header").name;
  const order = create.requestBody.content["application/json"].example;
  const json = `-H "Content-Type: application/json"`;
  const withKey = `-H "${key}: $SOTTO_API_KEY"`;
  const curl = "curl -sS --fail-with-body";
  const of = ({ path }) => `"$ORIGIN${path.replace("{id}", "$ID")}"`;
  return [
    { id: "key", code: `ORIGIN="${originMark}"\nSOTTO_API_KEY="\${SOTTO_API_KEY:-your key}"` },
    {
      id: "create",
      code: `ATTEMPT="try-it-$(date +%s)-$$"
create() {
  ${curl} -X ${create.method} ${of(create)} \\
    ${withKey} ${json} \\
    -H "${attempt}: $ATTEMPT" \\
    -d '${JSON.stringify(order, null, 2).replaceAll("'", "'\\''").replaceAll("\n", "\n    ")}'
}
field() { grep -o "\\"$1\\":\\"[^\\"]*" | head -n 1 | cut -d '"' -f 4; }
ID=$(create | field id)
echo "order $ID"`,
    },
    { id: "repeat", code: `echo "again $(create | field id)"` },
    {
      id: "pay",
      code: `PAYMENT=$(${curl} ${of(payment)} ${withKey})
ADDRESS=$(echo "$PAYMENT" | field address)
AMOUNT=$(echo "$PAYMENT" | field amount)
${curl} -X ${faucet.method} ${of(faucet)} ${json} \\
  -d "{\\"currency\\":\\"${order.sendCurrency}\\",\\"address\\":\\"$ADDRESS\\",\\"amount\\":\\"$AMOUNT\\"}"`,
    },
    {
      id: "follow",
      code: `${curl} -N ${of(watch)} ${withKey} |
  grep --line-buffered -o '"state":"[a-z_]*"'`,
    },
    { id: "read", code: `${curl} ${of(read)} ${withKey} | field outcome` },
  ];
}

function operationOf(contract, id) {
  for (const [path, item] of Object.entries(contract.paths))
    for (const [method, operation] of Object.entries(item))
      if (operation.operationId === id) return { ...operation, path, method: method.toUpperCase() };
  throw new Error(`the commands use ${id}, which the contract lacks`);
}
