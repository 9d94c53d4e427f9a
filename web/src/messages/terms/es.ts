import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  terms: {
    metaTitle: "Términos del servicio · Sotto",
    metaDescription:
      "Comisiones, tipos de cambio, límites, plazos y reembolsos de un intercambio, con las cifras de esta instancia y en palabras claras.",
    metaKeywords:
      "términos del servicio, comisiones de intercambio, tipo de cambio flotante, tipo de cambio fijo, reembolsos, listas de sanciones",
    title: "Términos del servicio",
    lead: "Con qué puedes contar y qué se te pide aceptar al iniciar un intercambio. El programa cumple estas reglas por sí mismo.",
    contents: "Contenido",
    changed: "Última modificación: {date}",
    readouts: "En resumen",
    feeLabel: "Comisión de servicio",
    feeNote: "de la cantidad enviada",
    feeUnknown: "no se conoce ahora",
    windowLabel: "Tiempo para pagar",
    windowNote: "con tipo de cambio flotante",
    decisionLabel: "Tiempo para decidir",
    decisionNote: "cuando algo no coincide",
    refundLabel: "Los reembolsos van",
    refundValue: "Adonde tú digas",
    refundNote: "nunca de vuelta a un remitente",
    feesUnavailable:
      "La tabla de comisiones no se puede consultar en este momento. El formulario de intercambio muestra cada comisión antes de empezar.",
    service: {
      title: "El servicio y su operador",
      p1: "Este sitio intercambia una criptomoneda por otra. Cada intercambio es un acuerdo entre tú y el operador de esta instancia, que dice:",
      p1None:
        "Este sitio intercambia una criptomoneda por otra. Cada intercambio es un acuerdo entre tú y el operador de esta instancia. El operador no ha indicado un nombre.",
      p2: "Los fondos que recibes salen de la reserva del operador. Entre tu pago y la entrega, el operador tiene tus fondos en su poder. No se te guarda ningún saldo más allá de una orden.",
      simulation:
        "Esta instancia no funciona en redes reales. Sus monedas no tienen valor, y nada de lo que hay aquí obliga a nadie a pagar ninguna.",
    },
    use: {
      title: "Quién puede usarlo",
      p1: "No necesitas una cuenta. Confirmas que intercambiar criptomonedas y, si lo eliges, mezclarlas es legal para ti en el lugar donde te encuentras, que tienes derecho a enviar los fondos y que ninguna sanción prohíbe tratar contigo.",
      p2: "No puedes usar el servicio para mover u ocultar el producto de delitos, para financiar delitos ni para perturbar el propio servicio.",
    },
    fees: {
      title: "Comisiones",
      p1: "Un intercambio cuesta la comisión de servicio, que depende del formulario y del tipo de cambio que elijas, y la comisión de red. Ambas se muestran concepto por concepto antes de empezar, y no hay otras comisiones:",
      service: "Comisión de servicio",
      serviceValue: "{fee} de la cantidad enviada",
      fixed: "Tipo de cambio fijo",
      fixedValue: "otro {surcharge} de la cantidad enviada",
      homeMixer: "Formulario del mezclador en la página de inicio",
      homeMixerValue: "{homeMixer} en lugar de la comisión de servicio",
      mixer: "Página del mezclador",
      mixerValue: "según los ajustes, del {mixerMin} al {mixerMax}, desglosada antes de empezar",
      network: "Comisión de red",
      networkValue: "al costo, incluida la recogida de tu pago donde la red la requiera",
      p2: "Las comisiones se redondean hacia arriba y las entregas hacia abajo, cada una al último decimal de la moneda. El porcentaje acordado para una orden nunca cambia después.",
    },
    rates: {
      title: "Tipos de cambio",
      p1: "Flotante: el tipo de cambio se determina cuando tu pago tiene sus confirmaciones y ha superado el control. Puede ser mejor o peor que el que se mostró al principio.",
      p2: "Fijo: el tipo de cambio mostrado vale si tu pago está en un bloque antes de la hora indicada y no difiere de la cantidad acordada en más de un {tolerance}. Un pago que fue sustituido por otra transacción pierde el tipo de cambio fijo. Si para entonces el mercado se ha movido más de un {move} en nuestra contra, te preguntamos.",
      p3: "Sin un tipo de cambio actual del mercado, un par queda en pausa. No hay un tipo de cambio sustituto.",
    },
    limits: {
      title: "Límites",
      p1: "Cada moneda tiene una cantidad mínima y una máxima. La máxima depende de lo que nuestra reserva de la moneda que recibes pueda pagar. El formulario de intercambio muestra ambas para tu par.",
      link: "Límites de todas las monedas",
      p2: "Las solicitudes también están limitadas, para que el servicio siga accesible para todos.",
    },
    paying: {
      title: "El pago",
      p1: "Paga a la dirección de tu orden, en la moneda indicada y por la red indicada. Con un tipo de cambio flotante tienes {window}. Tu billetera paga además la comisión propia de la red.",
      p2: "Un pago cuenta cuando tiene el número de confirmaciones que indica la página de pago. Antes no se entrega nada.",
      p3: "Varios pagos se suman hasta que se planifica la entrega. Una orden pagada por completo solo espera lo que ya está en un bloque. Lo que llega después recibe una orden propia, enlazada desde la primera; lo que es demasiado poco para cambiarse o devolverse no cuenta para ninguna orden.",
      p4: "Los fondos enviados por una red que no vigilamos en esa dirección se pierden. Otra moneda admitida que encontremos allí solo se puede reembolsar.",
    },
    differs: {
      title: "Cuando algo no coincide",
      p1: "Una orden flotante se recalcula con lo que llegó, dentro de los límites. En estos casos te preguntamos, con cifras exactas para cada opción:",
      amount: "Menos o más de lo acordado",
      amountText: "Con un tipo de cambio fijo, más allá del {tolerance}. Intercambio o reembolso.",
      limit: "Fuera de los límites",
      limitText:
        "Intercambio al tipo de cambio del mercado, si la cantidad cubre las comisiones y nuestra reserva puede pagarlo; o reembolso, si cubre la comisión de red.",
      late: "Demasiado tarde",
      lateText:
        "Si se detecta hasta {late} después del tiempo para pagar, se reembolsa automáticamente siempre que se conozca una dirección de reembolso. De lo contrario, intercambio o reembolso.",
      repeat: "Pagado otra vez",
      repeatText: "Después de planificar la entrega. Intercambio o reembolso.",
      asset: "Otra moneda",
      assetText: "Reembolso.",
      market: "Mercado o reserva",
      marketText:
        "El mercado se movió demasiado para un tipo de cambio fijo, o la reserva es insuficiente. Intercambio o reembolso.",
      p2: "Las cifras valen durante {offer} y después se calculan de nuevo. Tienes {decision} para decidir. Si no decides dentro de ese plazo, los fondos se reembolsan siempre que se conozca una dirección de reembolso. De lo contrario, te esperan. A partir de {unclaimed, plural, one {# día} other {# días}} después del fin del plazo, la orden se considera no reclamada; quien tenga su enlace aún puede reclamarla.",
      p3: "Con una instrucción dada al principio (intercambiar o reembolsar si llega menos, más o tarde) no te preguntamos cuando se pueda seguir.",
    },
    refunds: {
      title: "Reembolsos",
      p1: "Un reembolso va a la dirección de reembolso que indiques, al principio o más tarde. Nunca se envía a la dirección de la que procede un pago, porque a menudo es la de un exchange o un contrato, donde se perdería.",
      p2: "Una dirección de reembolso pasa por el control y solo se puede fijar una vez. Después nadie puede cambiarla, aunque conozca el enlace de tu orden.",
      p3: "Se reembolsa lo que llegó, menos la comisión de red. No se cobra comisión de servicio. Si la comisión de red consumiera la cantidad, el reembolso no es posible hasta que baje.",
    },
    screening: {
      title: "Control y retenciones",
      p1: "Las direcciones de destino y de reembolso, y aquellas de las que procede un pago donde la cadena las muestra, se cotejan con las listas de sanciones que mantiene el operador. Una dirección de destino o de reembolso que figure en ellas se rechaza. Puedes comprobar una dirección de antemano.",
      p2: "Si un pago procede de una dirección que figura en una lista, su orden se retiene. Lo mismo ocurre con el ETH, el BNB o el POL que envía un contrato, porque la blockchain no muestra de dónde proceden esos fondos. Nada se entrega ni se reembolsa hasta que una persona haya decidido; los fondos se retienen más tiempo solo donde la ley lo exija. La página de pago indica que la orden está retenida.",
      p3: "Una orden también se retiene cuando una entrega ha fallado dos veces, hasta que una persona la haya revisado.",
    },
    mixing: {
      title: "La mezcla y sus límites",
      p1: "Donde se ofrece la mezcla, tu entrega se hace en partes, más tarde y mediante transacciones adicionales, según tus ajustes. Las rondas que el fondo común no puede realizar a tiempo se omiten: la página de la orden lo indica y la comisión no cambia. La puntuación que aparece junto a los ajustes valora los ajustes y nada más.",
      p2: "La mezcla no garantiza el anonimato. Si hay pocas órdenes más, la cantidad es inusual o ya usaste la dirección de destino, el pago y la entrega se pueden relacionar. La página del mezclador dice qué podría deducir un observador.",
      p3: "El control y las retenciones también se aplican a las órdenes mezcladas. Es posible que la mezcla esté prohibida donde te encuentras.",
    },
    link: {
      title: "El enlace de tu orden",
      p1: "El enlace de la página de pago es la única llave de tu orden. Quien lo tenga ve la orden y puede decidir por ti. No puede desviar la entrega. Si no indicaste una dirección de reembolso, podría fijar una: por eso, indícala al principio. No podemos recuperar un enlace perdido.",
      p2: "El código de seguimiento solo muestra el estado y, de forma aproximada, las cantidades.",
    },
    duration: {
      title: "Tiempos e interrupciones",
      p1: "Los tiempos son estimaciones. Las redes pueden ser lentas, y los pagos necesitan sus confirmaciones.",
      p2: "Las entregas esperan mientras una red está detenida tras una reorganización profunda, o mientras en una blockchain hay menos fondos de los que indica nuestra contabilidad. Las órdenes en espera se ejecutan cuando eso se aclara.",
    },
    warranty: {
      title: "Sin garantía, y lo que no se puede deshacer",
      p1: "Una entrega a la dirección que indicaste es definitiva. Una dirección equivocada, una red equivocada o un memo omitido no se pueden corregir después.",
      p2: "El programa se ofrece sin garantía alguna, como dice su licencia, la AGPL. El operador promete lo que dicen estos términos y nada más: en particular, ni beneficios, ni disponibilidad en todo momento, ni una duración determinada.",
      p3: "Lo que la ley no permite excluir, estos términos no lo excluyen.",
    },
    data: {
      title: "Tus datos",
      p1: "Una orden se elimina {days, plural, one {# día} other {# días}} después de finalizar, y una orden mezclada, {mixed} después como máximo; una vez finalizada, puedes eliminarla antes. Lo que se almacena hasta entonces está en la política de privacidad.",
      link: "Política de privacidad",
    },
    changes: {
      title: "Cambios y contacto",
      p1: "A una orden se le aplican hasta su final los términos, las comisiones y los límites del momento en que se creó. Un cambio de esta página afecta a las órdenes posteriores.",
      p2: "Si el texto en inglés y una traducción difieren, prevalece el texto en inglés.",
      link: "Contacto",
    },
  },
});
