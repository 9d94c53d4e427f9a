import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  apiDocs: {
    metaTitle: "Documentación de la API · Sotto",
    metaDescription:
      "Cada operación de la API de intercambio con parámetros, ejemplos y errores, y código en JavaScript, Python y cURL.",
    metaKeywords:
      "API de intercambio, API de criptomonedas, documentación de la API, OpenAPI, ejemplos de código",
    title: "Documentación de la API",
    lead: "Todo lo que hacen estas páginas puede hacerlo tu programa. Esta página se genera a partir del contrato que cumple el propio servidor.",
    inShort: "La API en resumen",
    endpoints: "Endpoints",
    contractVersion: "Versión {version}",
    format: "Formato",
    formatNote: "Las cantidades son cadenas decimales",
    errors: "Errores",
    errorsNote: "{count, plural, one {# código estable} other {# códigos estables}}",
    key: "Clave de API",
    keyNote: "Para {prefix}",
    contents: "En esta página",
    overviewTitle: "Descripción general",
    overviewText:
      "Calcula un intercambio, crea una orden, muestra su dirección de depósito y sigue la orden hasta que hayan llegado los fondos. El servidor vuelve a calcular cada cifra; el tipo de cambio o la comisión que envía un cliente se toman como lo que vio, nunca como la verdad.",
    overviewBases:
      "Los terceros llaman a <code>{v1}</code> con una clave: todo lo que necesita un intercambio, cada respuesta en un sobre. Una clave solo da acceso a las órdenes que creó. Las mismas operaciones y otras más están abiertas, sin clave, bajo <code>{open}</code>.",
    rawLink: "Abrir openapi.json",
    rawText:
      "El contrato completo (OpenAPI 3.1), para generar un cliente. {count, plural, =0 {Todas sus operaciones están en esta página.} one {Solo allí está una operación más, para administradores o para las redes simuladas.} other {Solo allí están # operaciones más, para administradores y para las redes simuladas.}}",
    baseTitle: "URL base",
    baseV1: "Para terceros, con clave",
    baseOpen: "Abierta, sin clave",
    baseText: "Las rutas se añaden a la base de su sección.",
    formatTitle: "Formato JSON",
    format1:
      "Envía los cuerpos como <code>application/json</code>, de 16\u00a0KiB como máximo. Las respuestas también son JSON, salvo la exportación de tipos de cambio, el código QR y el flujo de eventos. Un campo o parámetro de consulta desconocido se rechaza, y la respuesta indica el nombre conocido más parecido.",
    format2:
      "Las cantidades y los tipos de cambio son cadenas decimales como <code>0.05</code>, nunca números: no se pierde ningún dígito por el camino.",
    format3: "Las horas siguen ISO 8601 en UTC.",
    format4:
      "Cada moneda tiene un único código canónico, como <code>BTC</code> o <code>USDT-TRC20</code>. También se entienden las demás grafías habituales, en mayúsculas o minúsculas.",
    format5:
      "Incluye una <code>Idempotency-Key</code> donde una operación la admita: si no llega respuesta, repite la llamada con la misma clave, y nada ocurre dos veces. La clave tiene entre 16 y 255 caracteres.",
    authTitle: "Autenticación",
    authKey:
      "Las operaciones bajo <code>{prefix}</code> requieren una clave, enviada {place, select, header {en la cabecera de la solicitud} query {en el parámetro de consulta} other {en la cookie}} <code>{name}</code>.",
    authGet:
      "Las claves las emiten los operadores de esta instancia: escríbeles y di para qué es. Una clave se muestra una vez; si se pierde, se revoca y se sustituye.",
    authOpen: "Las operaciones bajo <code>{prefix}</code> no requieren clave ni cuenta.",
    needsKey: "Requiere una clave de API.",
    warningTitle: "Mantén los secretos fuera del código del cliente",
    warningText:
      "El id de una orden es un secreto, como una clave: quien lo tiene ve y gestiona la orden. Guarda los id y las claves en tu servidor, fuera de páginas web, aplicaciones, enlaces compartidos y registros. Para que alguien siga una orden, dale el código de seguimiento de 9 dígitos.",
    samplesTitle: "Ejemplos de código",
    sampleLanguage: "Lenguaje del ejemplo",
    sampleName: "Ejemplo en {language}",
    samplesText:
      "Cada uno consulta un tipo de cambio, crea una orden y la consulta. Las cifras y direcciones son los ejemplos del contrato: pon las tuyas en su lugar antes de pagar nada.",
    samplesKey: "La clave se toma del entorno, como <code>SOTTO_API_KEY</code>.",
    samplesNeeds:
      "JavaScript funciona con Node.js 20 o posterior (guárdalo como <code>.mjs</code>), Python con 3.8 o posterior; ninguno necesita paquetes. El ejemplo de shell usa <code>jq</code> y <code>openssl</code>.",
    v1Title: "Endpoints para terceros",
    v1Text:
      "Las rutas van a continuación de <code>{prefix}</code>. Lo que ha funcionado responde 200, con <code>success</code> true y la respuesta en <code>data</code>.",
    endpointsTitle: "Endpoints abiertos",
    endpointsText:
      "Las rutas van a continuación de <code>{prefix}</code>. Abre una operación para ver sus parámetros, sus ejemplos y los errores posibles.",
    parameters: "Parámetros",
    parametersOf: "Parámetros de {path}",
    body: "Cuerpo de la solicitud",
    bodyOptional: "Cuerpo de la solicitud (se puede omitir)",
    bodyOf: "Cuerpo de la solicitud de {path}",
    requestExample: "Solicitud",
    requestExampleOf: "Ejemplo de solicitud de {path}",
    answer: "Respuesta",
    answerExample: "Respuesta",
    answerExampleOf: "Ejemplo de respuesta de {path}",
    fieldsOf: "Campos de {object}",
    listOf: "Una lista de {object}",
    refusals: "Errores",
    curlOf: "Llamada cURL de {path}",
    field: "Nombre",
    meaning: "Significado",
    code: "Código",
    required: "obligatorio",
    optional: "opcional",
    place: {
      path: "ruta",
      query: "consulta",
      header: "cabecera",
      cookie: "cookie",
    },
    copy: "Copiar: {what}",
    objectsTitle: "Objetos",
    objectsText:
      "De qué constan las respuestas. Un punto lleva al interior de un objeto; <code>[]</code>, a cada elemento de una lista.",
    fieldCount: "{count, plural, one {# campo} other {# campos}}",
    errorsTitle: "Errores",
    v1Errors:
      "Bajo <code>{prefix}</code>, un rechazo lleva <code>success</code> false y un <code>error</code> con los miembros de todo problema, como <code>code</code>, <code>message</code> y <code>errors</code>. Los códigos son los de la lista de abajo; los datos incorrectos son siempre 400.",
    failureExample: "Un rechazo en la base para terceros",
    errorsText:
      "Bajo <code>{prefix}</code>, una operación que ha funcionado responde 200 o 201. Cualquier otra respuesta es <code>application/problem+json</code>: decide por su <code>code</code>, que nunca cambia, y muestra su <code>message</code>, que llega en el idioma de tu <code>Accept-Language</code>.",
    problemExample: "Un error completo",
    codeCount: "{count, plural, one {# código} other {# códigos}}",
    codesOf: "Códigos con estado {status}",
    status200: "Correcto",
    status400: "Parámetros incorrectos: la solicitud no se puede leer",
    status401: "La autenticación ha fallado",
    status403: "Rechazada por su procedencia",
    status404: "El recurso no existe",
    status409: "En conflicto con el estado actual",
    status413: "Demasiado grande",
    status415: "No es JSON",
    status422: "Leída, comprobada y rechazada",
    v1Status422: "La clave de idempotencia se usó con otro cuerpo",
    status429: "Demasiadas solicitudes; espera lo que indique Retry-After",
    status500: "Error del servidor",
    status503: "No disponible ahora; espera lo que indique Retry-After",
    problem: {
      kind: "Problema de la API",
      code: "Código",
      status: "Estado HTTP",
      v1Status: "Estado HTTP para terceros",
      text: "Decide según el código: nunca cambia. Muestra a tus usuarios el mensaje, que llega en el idioma de la cabecera Accept-Language. Si hay campos erróneos, el miembro errors de la respuesta los nombra uno por uno.",
      all: "Todos los códigos en la documentación de la API",
    },
    statusOther: "Rechazada",
    helpTitle: "Ayuda",
    helpText: "¿Algo no funciona como dice esta página? Escribe qué hiciste e indica:",
    help1: "la operación y el código del error",
    help2: "la instance del error, que identifica esa respuesta concreta",
    help3: "el código de seguimiento, nunca el id de la orden",
    helpContact: "Contacto",
  },
});
