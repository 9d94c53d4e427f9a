import type { ConsoleTexts } from "./en";

export const ES_CONSOLE: ConsoleTexts = {
  "order/not-held": { title: "Orden no retenida", message: "Esta orden no está retenida." },
  "order/sources-unseen": {
    title: "Origen no visto",
    message:
      "A esta orden ha llegado dinero de un origen que aún no has visto. Revisa la orden de nuevo y decide.",
  },
  "loan/id": {
    title: "Número de préstamo no válido",
    message: "El número de un préstamo es un entero, por ejemplo 17.",
  },
  "loan/own-approval": {
    title: "Aprobación propia",
    message: "La segunda persona debe ser distinta de quien creó el préstamo.",
  },
  "loan/unknown": {
    title: "Préstamo no encontrado",
    message: "No existe ninguna orden de préstamo con ese número.",
  },
  "api-key/unknown": { title: "Clave no encontrada", message: "No existe esa clave de API." },
  "loan/not-pending": {
    title: "El préstamo no está pendiente",
    message: "Esta orden de préstamo ya no está pendiente.",
  },
  "loan/reference-used": {
    title: "Referencia ya utilizada",
    message: "Ya existe una orden de préstamo con esta referencia.",
  },
  "loan/approval-required": {
    title: "Se necesita aprobación",
    message: "Otra persona debe aprobar este préstamo antes de que la reserva lo pague.",
  },
  "loan/approval-needless": {
    title: "No requiere aprobación",
    message: "Este préstamo no necesita la aprobación de una segunda persona.",
  },
  "totp/enrolled": { title: "Ya activado", message: "Esta cuenta ya utiliza códigos de un solo uso." },
  "authorization/required": {
    title: "Se necesita un código de un solo uso",
    message: "Esto necesita un código de un solo uso, porque mueve o compromete dinero.",
  },
  "authorization/unknown": {
    title: "Autorización no encontrada",
    message:
      "No tienes ninguna autorización con este nombre. Aprueba la operación con un nuevo código de un solo uso.",
  },
  "authorization/not-listed": {
    title: "No aprobado",
    message: "La autorización no incluye esta operación. Apruébala con un nuevo código de un solo uso.",
  },
  "authorization/used": {
    title: "Ya utilizada",
    message:
      "La autorización ya se ha usado para esta operación. Apruébala de nuevo con otro código de un solo uso.",
  },
  "authorization/expired": {
    title: "Autorización caducada",
    message:
      "La autorización tiene más de diez minutos. Aprueba de nuevo la operación con otro código de un solo uso.",
  },
  "totp/not-enrolled": {
    title: "Sin códigos de un solo uso",
    message: "Tu cuenta aún no usa códigos de un solo uso. Configúralos primero.",
  },
  "totp/not-enrolling": {
    title: "Nada que confirmar",
    message: "Vuelve a empezar: no hay nada pendiente de confirmar.",
  },
  "payouts/paused": { title: "Entregas en pausa", message: "Las entregas están en pausa." },
  "loan/currency": {
    title: "No disponible para préstamos",
    message: "Los préstamos se pagan en BTC, ETH o USDT-TRC20.",
  },
  "loan/mismatch": {
    title: "Las cifras no coinciden",
    message: "El valor o la comisión no coinciden con el cálculo del servidor.",
  },
  "totp/code": { title: "Código incorrecto", message: "El código no es correcto o ya se ha utilizado." },
  "totp/wait": {
    title: "Demasiados códigos incorrectos",
    message: "Cinco códigos eran incorrectos. Durante unos minutos no se aceptará ningún código tuyo.",
    figured: "Cinco códigos eran incorrectos. No se aceptará ningún código tuyo durante {seconds}\u00a0s.",
  },
  "login/busy": {
    title: "Demasiados intentos en espera",
    message:
      "Hay demasiados intentos de iniciar sesión con este nombre en espera. Inténtalo de nuevo en un momento.",
    figured:
      "Hay demasiados intentos de iniciar sesión con este nombre en espera. Inténtalo de nuevo en {seconds}\u00a0s.",
  },
  "password/change-required": {
    title: "Cambia primero tu contraseña",
    message: "Esta contraseña se generó para ti. Elige otra antes de hacer nada más.",
  },
  "password/short": {
    title: "Contraseña demasiado corta",
    message: "Una contraseña necesita al menos 12 caracteres.",
  },
  "password/common": {
    title: "Contraseña muy común",
    message: "Esta contraseña es de las primeras que prueban los atacantes. Elige una menos común.",
  },
  "password/same": { title: "La misma contraseña", message: "Esta es tu contraseña actual. Elige otra." },
  "session/unknown": { title: "Sesión no encontrada", message: "Esta sesión ya ha terminado." },
  "chain/not-halted": { title: "Cadena no detenida", message: "Esta cadena no está detenida." },
  "books/nothing-missing": {
    title: "No falta",
    message: "Esta cantidad no falta. Vuelve a mirar el resumen.",
  },
  "books/asked": {
    title: "Ya solicitado",
    message: "Una solicitud anterior para esta moneda espera la próxima comparación.",
  },
  "override/unknown": {
    title: "Entrega no encontrada",
    message: "No existe ninguna entrega con ese nombre.",
  },
  "override/transaction": {
    title: "No es su primera transacción",
    message: "Esta no es la primera transacción de la entrega. Consulta de nuevo la lista.",
  },
  "override/paid": { title: "Nada que firmar", message: "Esta entrega ya se hizo o se anuló." },
  "override/used": {
    title: "Ya decidido",
    message: "Un aprobador ya decidió sobre esta entrega. Solo es posible una vez.",
  },
  "override/open": {
    title: "Aún puede terminar por sí sola",
    message:
      "La red conoce una de sus transacciones, aún puede demostrarse que alguna nunca se confirmará, o alguna no se ha buscado recientemente.",
  },
  "spend/unknown": {
    title: "Transacción no encontrada",
    message: "No existe ninguna transacción imprevista con ese número.",
  },
  "spend/adopted": { title: "Ya asumida", message: "Esta transacción ya se había asumido." },
  "recovery/unknown": {
    title: "No existen esos fondos",
    message: "No hay fondos en otra red con ese nombre.",
  },
  "recovery/not-final": {
    title: "Aún no son definitivos",
    message:
      "Estos fondos aún no tienen suficientes confirmaciones en su red. Inténtalo de nuevo cuando sean definitivos.",
  },
  "recovery/opened": { title: "Ya se están devolviendo", message: "Una orden ya devuelve estos fondos." },
  "recovery/too-little": {
    title: "No cubre su comisión de red",
    message:
      "Tras la comisión de red no quedaría nada que se pueda enviar. Inténtalo de nuevo cuando la comisión sea menor.",
  },
  "books/unplanned-spend": {
    title: "Asume primero la transacción",
    message:
      "Una transacción que no firmamos gasta fondos en esta red. Asúmela para contabilizar lo que se llevó.",
  },
};
