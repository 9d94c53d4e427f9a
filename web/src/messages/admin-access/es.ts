import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  adminAccess: {
    keysTitle: "Claves API",
    keysLead: "Para terceros que usan /api/v1. La clave se muestra una vez y solo se guarda su hash.",
    apiDocs: "Documentación de la API",
    keyName: "Para quién será la clave",
    createKey: "Crear una clave",
    noKeys: "No hay claves.",
    secretTitle: "Clave de {name}",
    secretText: "Cópiala ahora: se muestra esta única vez y no se puede volver a mostrar.",
    secret: "Clave API",
    copySecret: "Copiar la clave",
    secretKept: "Ya la tengo",
    works: "activa",
    revoked: "revocada",
    madeBy: "por {name}",
    revoke: "Revocar",
    revokeTitle: "Revocar la clave de {name}",
    revokeText:
      "Desde ahora se rechazan las llamadas con ella. No se puede deshacer; una clave nueva será distinta.",
    revokedNotice: "La clave de {name} está revocada",
    auditTitle: "Registro de auditoría",
    auditLead:
      "Cada inicio de sesión, rechazo y acción es una fila que nadie puede cambiar sin que se note: cada una contiene el hash de la anterior.",
    noAudit: "Aún no hay nada registrado.",
    verify: "Comprobar la cadena",
    verifying: "Comprobando…",
    whole:
      "{count, plural, one {La única entrada está tal como se escribió} other {Las # entradas están tal como se escribieron}}",
    broken: "La entrada {seq} falta o fue cambiada",
    head: "Último hash",
    copyHead: "Copiar el último hash",
    refused: "rechazado",
    nobody: "desconocido",
    accountTitle: "Tu cuenta",
    role: "Rol",
    roleText: {
      viewer: "Lo ves todo y no cambias nada.",
      operator:
        "Puedes decidir sobre órdenes retenidas, crear y pagar préstamos, poner en pausa y entregar claves.",
      approver: "Puedes lo mismo que un operador, y además aprobar préstamos ajenos y reanudar el firmante.",
    },
    totp: "Códigos de un solo uso",
    totpOn: "exigidos al iniciar sesión",
    totpOff: "sin configurar",
    totpReset: "Si se pierde la aplicación, se sustituye en el servidor: sotto-api admin reset.",
    enrolTitle: "Configurar códigos de un solo uso",
    enrolLead:
      "Tu contraseña sola ya no abrirá nada. Necesitas una aplicación de autenticación en el teléfono.",
    passwordAgain: "Tu contraseña, otra vez",
    enrol: "Mostrar el código QR",
    qrAlt: "Código QR para tu aplicación de autenticación",
    secretTyped: "O escríbelo:",
    totpSecret: "Secreto de la aplicación",
    copyTotp: "Copiar el secreto",
    firstCode: "El código que muestra ahora la aplicación",
    confirm: "Confirmar",
    enrolUntil: "Caduca:",
    recoveryTitle: "Códigos de recuperación",
    recoveryText:
      "Para el día en que se pierda la aplicación: cada uno inicia sesión una vez. Se muestran esta única vez; guárdalos lejos de la contraseña.",
    copyCodes: "Copiarlos",
    printCodes: "Imprimirlos",
  },
});
