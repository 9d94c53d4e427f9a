import { ES_CONSOLE } from "./console/es";
import type { ProblemTexts } from "./problem-text";

export const ES: ProblemTexts = {
  ...ES_CONSOLE,
  "request/malformed": {
    title: "Solicitud mal formada",
    message: "El cuerpo de la solicitud no es un JSON válido.",
  },
  "request/id": {
    title: "Identificador de orden mal formado",
    message: "El identificador de una orden tiene 22 caracteres.",
  },
  "request/code": {
    title: "Código de seguimiento mal formado",
    message: "El código de seguimiento debe tener 9 dígitos.",
  },
  "request/key": {
    title: "Clave de idempotencia mal formada",
    message: "La cabecera Idempotency-Key tiene entre 16 y 255 caracteres imprimibles.",
  },
  "auth/required": { title: "Es necesario iniciar sesión", message: "Inicia sesión." },
  "auth/failed": {
    title: "Inicio de sesión fallido",
    message: "Usuario, contraseña o código de un solo uso incorrectos.",
  },
  "auth/forbidden": { title: "Sin permiso", message: "Esta cuenta no tiene permiso para hacerlo." },
  "request/origin": { title: "Origen ajeno", message: "Esta solicitud procede de otro sitio." },
  "currency/unknown": { title: "Moneda desconocida", message: "Esta moneda no está disponible aquí." },
  "order/unknown": { title: "Orden no encontrada", message: "No se encontró la orden de intercambio" },
  "track/unknown": { title: "Orden no encontrada", message: "No se encontró el registro de intercambio" },
  "track/tail-required": {
    title: "Faltan los últimos cuatro caracteres",
    message:
      "En este momento se están probando demasiados códigos desconocidos. Añade los últimos cuatro caracteres de tu dirección de destino.",
  },
  "route/unknown": { title: "No encontrado", message: "No hay nada en esta dirección." },
  "method/unknown": { title: "Método no permitido", message: "Esta dirección no admite ese método." },
  "transaction/unknown": {
    title: "Transacción desconocida",
    message: "Ninguna transacción sin confirmar tiene este hash.",
  },
  "simnet/unknown": {
    title: "No está en simnet",
    message: "Las redes simuladas no tienen esa transacción, dirección ni bloque.",
  },
  "currency/paused": {
    title: "Moneda en pausa",
    message: "Esta moneda está en pausa en este momento.",
    figured: "{currency} está en pausa en este momento.",
  },
  "pair/paused": { title: "Par en pausa", message: "Este par está en pausa en este momento." },
  "quote/moved": {
    title: "El tipo de cambio ha variado",
    message: "El tipo de cambio ha variado desde la última consulta. Revisa las nuevas cifras.",
  },
  "quote/used": {
    title: "Cotización ya utilizada",
    message: "Esta cotización ya se ha utilizado. Solicita una nueva.",
  },
  "quote/expired": {
    title: "Cotización caducada",
    message: "Esta cotización ha caducado. Solicita una nueva.",
  },
  "reserve/insufficient": {
    title: "Reserva insuficiente",
    message: "Nuestra reserva de esta moneda se acaba de ocupar. Prueba con una cantidad menor.",
  },
  "decision/stale": {
    title: "Las cifras han cambiado",
    message: "Las cifras han cambiado desde la última consulta. Revisa las nuevas.",
  },
  "decision/unavailable": {
    title: "Opción no disponible",
    message: "Esta orden no ofrece esa opción en este momento.",
  },
  "order/not-cancellable": { title: "No se puede cancelar", message: "Esta orden ya no se puede cancelar." },
  "order/refund-address-set": {
    title: "Dirección de reembolso ya fijada",
    message: "La dirección de reembolso ya está fijada y no se puede cambiar.",
  },
  "order/refund-address-missing": {
    title: "Falta la dirección de reembolso",
    message: "Indica una dirección para el reembolso.",
  },
  "order/closed": { title: "Orden finalizada", message: "Esta orden ya ha finalizado." },
  "order/not-ended": {
    title: "Orden no finalizada",
    message:
      "La orden aún no ha finalizado o todavía hay fondos en camino, suyos o de otro pago posterior. Después se podrá eliminar.",
  },
  "claim/nothing": {
    title: "Nada que reclamar",
    message:
      "Desde entonces no ha llegado dinero a las direcciones de esta constancia, o es menos que su comisión de red.",
  },
  "claim/note": {
    title: "Constancia no reconocida",
    message: "Este servicio no ha firmado esta constancia de eliminación.",
  },
  "auth/api-key": {
    title: "Se necesita una clave de API",
    message: "Falta la cabecera X-API-Key, o la clave es desconocida o está revocada.",
  },
  "chain/full": {
    title: "Red al completo",
    message: "Esta red tiene tantas órdenes abiertas como podemos vigilar. Inténtalo más tarde.",
  },
  "idempotency/in-flight": {
    title: "Aún en curso",
    message: "La primera solicitud con esta clave aún está en curso. Inténtalo de nuevo en un momento.",
  },
  "request/too-large": {
    title: "Solicitud demasiado grande",
    message: "El cuerpo de la solicitud puede ocupar 16\u00a0KiB como máximo.",
  },
  "request/media-type": {
    title: "No es JSON",
    message: "El cuerpo de la solicitud debe ser application/json.",
  },
  "request/invalid": { title: "Solicitud no válida", message: "Revisa los campos." },
  "field/unknown": {
    title: "Campo desconocido",
    message: "La solicitud contiene un campo desconocido. Revisa cómo está escrito.",
    figured: "La solicitud contiene un campo desconocido. ¿Querías decir {nearest}?",
  },
  "amount/format": {
    title: "Cantidad no válida",
    message: "Introduce una cantidad válida, por ejemplo 0.05.",
  },
  "amount/zero": { title: "Cantidad igual a cero", message: "La cantidad debe ser mayor que 0." },
  "amount/precision": {
    title: "Demasiados decimales",
    message: "La cantidad tiene demasiados decimales.",
    figured: "{currency} admite {decimals} decimales como máximo.",
  },
  "amount/min": {
    title: "Cantidad demasiado pequeña",
    message: "La cantidad es inferior al mínimo.",
    figured: "El mínimo es {limit} {currency}.",
  },
  "amount/max": {
    title: "Cantidad demasiado grande",
    message: "La cantidad es superior al máximo.",
    figured: "El máximo es {limit} {currency}.",
  },
  "pair/same": { title: "Misma moneda", message: "Elige dos monedas distintas." },
  "address/format": {
    title: "Dirección no válida",
    message: "Esta no es una dirección de la moneda elegida.",
  },
  "address/checksum": {
    title: "Dirección mal escrita",
    message: "La dirección tiene un error de escritura: la suma de verificación no coincide.",
  },
  "address/network": { title: "Otra red", message: "La dirección pertenece a otra red." },
  "address/zero": {
    title: "Dirección cero",
    message: "Nadie controla esta dirección: los fondos enviados a ella se pierden.",
  },
  "address/ours": {
    title: "Dirección nuestra",
    message: "Esta dirección es nuestra. Indica una dirección propia.",
  },
  "address/contract": {
    title: "Dirección de contrato",
    message: "Es el contrato de un token, no una billetera.",
  },
  "address/uri": {
    title: "Enlace de pago",
    message: "Esto es un enlace de pago. Indica solo la dirección.",
  },
  "address/characters": {
    title: "Caracteres ocultos",
    message: "La dirección contiene caracteres ocultos o ajenos.",
  },
  "address/memo": { title: "Memo no válido", message: "El memo no corresponde a esta dirección." },
  "address/type": {
    title: "Tipo de dirección no disponible",
    message: "Este tipo de dirección de depósito no está disponible para esta moneda. Omite el tipo.",
  },
  "address/listed": {
    title: "Dirección en una lista",
    message: "Esta dirección figura en una lista de control y no se puede utilizar.",
  },
  "address/twice": {
    title: "Dirección repetida",
    message: "Ya has introducido esta dirección. Introduce cada dirección una sola vez.",
  },
  "quote/unknown": {
    title: "Cotización desconocida",
    message: "Esta cotización no existe. Solicita una nueva.",
  },
  "quote/mismatch": {
    title: "Otra cotización",
    message: "Esta cotización corresponde a otro par o a otra cantidad.",
  },
  "idempotency/mismatch": {
    title: "Clave de idempotencia repetida",
    message: "Esta Idempotency-Key ya se ha utilizado con otra solicitud.",
  },
  "privacy/unavailable": {
    title: "Mezclador no disponible",
    message: "El mezclador de privacidad no está disponible aquí.",
  },
  "mixer/rounds": { title: "Número de rondas no válido", message: "Elige entre 1 y 10 rondas de mezcla." },
  "mixer/delay": {
    title: "Retraso no válido",
    message: "Elige un retraso de 0 a 120 minutos, en pasos de 5.",
  },
  "mixer/level": { title: "Nivel de privacidad desconocido", message: "Elige básico, mejorado o máximo." },
  "mixer/tor-unavailable": {
    title: "Tor no disponible",
    message: "Este servidor no está conectado a Tor. Desactiva Tor.",
  },
  "mixer/session": {
    title: "Sesión terminada",
    message: "Esta sesión de mezcla ha terminado. Inicia otra y envía de nuevo.",
  },
  "mixer/fixed": {
    title: "Sin tipo fijo",
    message: "Una mezcla no tiene tipo de cambio fijo: elige el tipo flotante o intercambia sin mezclar.",
  },
  "mixer/leg-dust": {
    title: "Cantidad demasiado pequeña para dividirla",
    message: "La cantidad es demasiado pequeña: cada entrega debe valer más que su comisión de red.",
  },
  "limit/rate": {
    title: "Demasiadas solicitudes",
    message: "Demasiadas solicitudes. Espera un poco.",
    figured: "Demasiadas solicitudes. Inténtalo de nuevo en {seconds}\u00a0s.",
  },
  "limit/unpaid": {
    title: "Demasiadas órdenes sin pagar",
    message: "Demasiadas órdenes sin pagar. Paga o cancela una antes.",
  },
  "limit/streams": {
    title: "Demasiadas conexiones",
    message: "Demasiadas conexiones en vivo. Cierra una.",
  },
  internal: { title: "Error interno", message: "Algo ha fallado por nuestra parte. No se ha perdido nada." },
  "service/unavailable": {
    title: "No disponible temporalmente",
    message: "El servicio no está disponible temporalmente. Inténtalo de nuevo en breve.",
  },
  "rate/unavailable": {
    title: "Sin tipo de cambio",
    message: "No hay un tipo de cambio actual para este par. Inténtalo de nuevo en breve.",
  },
};
