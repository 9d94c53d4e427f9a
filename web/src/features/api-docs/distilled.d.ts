declare module "@sotto/openapi/openapi.json?distilled" {
  export const apiDocs: import("./contract").ApiDocs;
}
