import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  contact: {
    metaTitle: "Contacto · Sotto",
    metaDescription:
      "Cómo contactar con el operador de esta instancia y qué puedes hacer directamente en la página de tu orden.",
    metaKeywords:
      "contacto, atención al cliente, ayuda con un intercambio, problema con una orden, informar de un problema de seguridad",
    title: "Contacto",
    lead: "La mayoría de las preguntas sobre una orden se resuelven en su propia página. Para las demás, así puedes contactarnos.",
    leadNone:
      "Las preguntas sobre una orden se resuelven en su propia página. Esta instancia no ofrece otro canal.",
    writeTitle: "Escríbenos",
    writeText: "Se abre tu propio programa de correo con el mensaje. Esta página no envía ni guarda nada.",
    subjectType: "¿De qué se trata?",
    email: "Tu correo electrónico",
    emailHint: "Solo si debemos responder a una dirección distinta de aquella desde la que escribes.",
    message: "Mensaje",
    send: "Abrir en el correo",
    copyEmail: "Copiar el correo electrónico",
    emailAddress: "Correo electrónico",
    copyHandle: "Copiar el usuario",
    chooseSubject: "Elige un asunto y se abrirá tu programa de correo:",
    replyTo: "Responder a: {email}",
    subjects: {
      technical: "Problema técnico",
      transaction: "Una transacción o una orden",
      api: "La API",
      security: "Un problema de seguridad",
      other: "Otro asunto",
    },
    hints: {
      technical: "Qué hiciste, qué esperabas, qué ocurrió y en qué navegador.",
      transaction: "El código de seguimiento y, si existe, el hash de la transacción.",
      api: "La operación, el código de la respuesta y la hora. Nunca la clave.",
      security: "Qué se puede hacer y cómo, para que podamos verlo nosotros mismos.",
      other: "Lo que no esté en la lista.",
    },
    mailSubject: "[Sotto] {subject}",
    neverShare:
      "Nunca envíes el enlace de una página de pago, una frase semilla ni una clave privada. Nadie de atención al cliente los necesita.",
    channelsTitle: "Canales",
    channelEmail: "Correo electrónico",
    channelHandle: "Mensajería",
    hours: "Horario de atención",
    hoursValue: "Las 24 horas, todos los días",
    reply: "El correo se responde",
    replyValue: "en un máximo de {time}",
    languages: "Idiomas de este sitio",
    noChannel:
      "Esta instancia no ha configurado ningún canal de atención. No hay ninguna dirección que podamos darte sin inventarla.",
    noEmail: "Esta instancia no ha configurado un correo electrónico. Usa la mensajería.",
    servicesTitle: "Lo que puedes hacer ahora mismo",
    service1Title: "Ver cómo va una orden",
    service1Text: "Con el código de seguimiento, desde cualquier dispositivo.",
    service1Link: "Seguir una orden",
    service2Title: "Indicar una dirección de reembolso, decidir, cancelar",
    service2Text: "Todo en la página de pago, cuyo enlace has guardado.",
    service2Link: "Órdenes en este navegador",
    service3Title: "Consultar una comisión, un límite o un tiempo",
    service3Text: "Diez respuestas con las cifras de esta instancia.",
    service3Link: "Preguntas y respuestas",
    service4Title: "Conectar un programa",
    service4Text: "Cada operación con sus parámetros, errores y ejemplos.",
    service4Link: "Documentación de la API",
  },
});
