import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  explorer: {
    metaTitle: "Explorador de simnet · Sotto",
    metaDescription:
      "Bloques, transacciones y direcciones de las redes simuladas. Sus monedas no tienen valor.",
    title: "Explorador de simnet",
    lead: "Consulta lo que mostraría una cadena pública: bloques, transacciones, direcciones y cantidades.",
    simulation:
      "Estas redes son simuladas y sus monedas no tienen valor: paga una orden con el faucet desde su página de pago. Lo que está marcado como ejemplo (soporte, operador, bot) ocupa el lugar de lo que indicaría el operador de un servicio real.",
    search: "Hash de transacción o de bloque, o dirección",
    searchSubmit: "Buscar",
    home: "Todas las cadenas",
    tip: "Último bloque",
    blockNumber: "Bloque {height}",
    mined: "Minado",
    unconfirmedCount: "Sin confirmar",
    blocksOf: "Bloques de {network}",
    parent: "Bloque anterior",
    hash: "Hash",
    copyHash: "Copiar el hash",
    copyAddress: "Copiar la dirección",
    transactions: "Transacciones",
    transactionCount: "{count, plural, one {# transacción} other {# transacciones}}",
    transaction: "Transacción",
    status: "Estado",
    unconfirmed: "Sin confirmar",
    confirmed: "{count, plural, one {# confirmación} other {# confirmaciones}}",
    failed: "Fallida: no se movieron fondos",
    fee: "Comisión de red",
    from: "De",
    to: "A",
    spends: "Gasta una salida de",
    spentBy: "Gastada por",
    hidden: "Monero no muestra direcciones ni cantidades, así que esta página tampoco.",
    address: "Dirección",
    balances: "Saldos",
    neverUsed: "A esta dirección aún no ha llegado nada.",
    received: "Recibido",
    sent: "Enviado",
    none: "No hay transacciones.",
    more: "Página siguiente",
    unknownTitle: "No se encuentra en simnet",
    unknownText:
      "Las redes simuladas no tienen esa transacción, bloque ni dirección. Un pago sin confirmar desaparece cuando otro lo reemplaza, y un bloque desaparece en una reorganización.",
  },
});
