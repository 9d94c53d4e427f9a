import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  privacy: {
    metaTitle: "Política de privacidad · Sotto",
    metaDescription:
      "Qué almacena una orden y por cuánto tiempo, qué no se almacena nunca, qué guarda tu navegador y qué pueden ver otros.",
    metaKeywords:
      "política de privacidad, sin registros, dirección IP, eliminación de órdenes, cookies, privacidad exchange",
    title: "Política de privacidad",
    lead: "Qué almacena este servicio, por qué y hasta cuándo. Describe lo que hace el programa, no lo que alguien se propone hacer.",
    contents: "Contenido",
    changed: "Última modificación: {date}",
    readouts: "En resumen",
    accountLabel: "Cuenta",
    accountValue: "Ninguna",
    accountNote: "sin nombre ni correo electrónico",
    addressLabel: "Tu dirección IP",
    addressValue: "Nunca se almacena",
    addressNote: "se cuenta solo en memoria",
    deletionLabel: "Las órdenes finalizadas se eliminan tras",
    deletionValue: "{days, plural, one {# día} other {# días}}",
    deletionNote: "o al instante por ti, una vez finalizadas",
    thirdLabel: "Terceros en las páginas",
    thirdValue: "Ninguno",
    thirdNote: "sin analítica ni publicidad",
    thirdValueAnalytics: "La analítica del operador",
    thirdNoteAnalytics: "solo el tipo de página que abres",
    responsible: {
      title: "Quién es responsable",
      p1: "El responsable es el operador de esta instancia, que dice:",
      p1None:
        "El responsable es el operador de esta instancia, que no ha indicado un nombre. Lo que sigue es lo que hace el programa, sea quien sea quien lo gestione.",
      p2: "Sotto es software libre. Un operador puede modificarlo, y desde aquí no puedes ver si este lo ha hecho.",
    },
    order: {
      title: "Qué almacena una orden",
      p1: "Una orden contiene lo necesario para ejecutarla:",
      item1: "las dos monedas, las cantidades, el tipo de cambio y las comisiones;",
      item2:
        "su dirección de depósito, tu dirección de destino y, si los indicaste, tu dirección de reembolso y tu memo;",
      item3:
        "sus transacciones: las de tu pago, con las direcciones de las que procede, y las de nuestra entrega;",
      item4:
        "qué ocurrió con ella y cuándo, tus instrucciones y decisiones, su código de seguimiento y su identificador secreto.",
      p2: "Las direcciones de tu pago se buscan en las listas de control. Nunca se les envía un reembolso.",
    },
    never: {
      title: "Qué no se almacena",
      item1: "Tu nombre, tu correo electrónico o tu número de teléfono: nadie los pide.",
      item2: "Tu dirección IP y el nombre de tu navegador: ni en la base de datos ni en un registro.",
      item3: "Qué páginas abres: no hay analítica, y las páginas no cargan nada de otros sitios.",
      item4: "Las direcciones que solo compruebas, por su validez o en las listas.",
      item3Analytics:
        "Tu orden, tus códigos o tus búsquedas en analíticas: al abrir una página, tu navegador envía a {host} el tipo de página, por ejemplo «página de pago», y nada más. {host} puede ver tu dirección IP, qué navegador usas y qué servicio visitas, como cualquier servidor. Un navegador que pide no ser rastreado no envía nada.",
      p1: "Los registros del programa informan de fallos, sin direcciones, secretos ni contenidos de solicitudes. Si el operador tiene un proxy delante, ese proxy puede llevar sus propios registros.",
    },
    requests: {
      title: "Recuento de solicitudes",
      p1: "Para que nadie pueda saturar el servicio ni adivinar códigos de seguimiento, se cuentan las solicitudes de cada visitante. Para ello, tu dirección IP se convierte en un número mediante una clave secreta. La clave y los contadores existen solo en memoria; la clave se descarta después de {countingKey} y, con ella, la manera de volver a la dirección.",
      p2: "Para que una solicitud repetida no mueva dinero dos veces, su respuesta se conserva durante {repeated}, bajo una huella de la solicitud.",
      p3: "Un tipo de cambio fijo que se cotizó y no se usó se elimina {unusedQuote} después de caducar. Contiene monedas y cantidades, y nada sobre ti.",
    },
    browser: {
      title: "Qué guarda tu navegador",
      p1: "Dos cookies, que se crean solo cuando eliges algo: tu idioma y la apariencia, clara u oscura. Ninguna dice quién eres, y ninguna cookie sirve para iniciar sesión.",
      p2: "En el almacenamiento del propio navegador: tu idioma y una lista de las órdenes que abriste, para que las encuentres de nuevo. La lista nunca sale del navegador. Puedes borrarla en la página de seguimiento. El navegador de un administrador guarda ahí también el inicio de sesión de la consola, hasta que la sesión se cierra o caduca.",
      p3: "Hasta que se cierra una pestaña, guarda también la hora de la última confirmación que vio su página de pago, para la cuenta atrás. Y el navegador guarda una copia de la página que te avisa cuando no tienes conexión, y de ninguna otra.",
      link: "Órdenes en este navegador",
    },
    deletion: {
      title: "Cuánto se conserva, y eliminación",
      p1: "Una orden se elimina {days, plural, one {# día} other {# días}} después de haber finalizado; una orden mezclada, {mixed} después como máximo. Una vez finalizada, también puedes eliminarla al instante, en su página: entonces recibes una constancia firmada de la eliminación. Si un pago posterior a su dirección ha abierto otra orden, ambas se eliminan solo cuando también esa haya finalizado.",
      p2: "Con la orden se eliminan sus direcciones, su historial y los datos de sus transacciones. Lo que queda: sumas acumuladas en la contabilidad de todas las órdenes eliminadas en conjunto; en algunas redes, la cantidad de nuestra propia transacción, sin orden, dirección ni hora; recuentos de órdenes para las estadísticas publicadas; y huellas calculadas con una clave secreta de las direcciones de depósito, los pagos acreditados y nuestras transacciones, para que nada se cuente dos veces. Una huella así solo prueba algo a quien tenga esa clave y conozca la dirección o la transacción: que se contó aquí una vez.",
      p3: "Una orden que no ha finalizado se conserva, porque aún tenemos algo tuyo: por ejemplo, mientras espera tu decisión o está retenida para revisión.",
      p4: "Esto no alcanza a las copias de seguridad del operador, a las réplicas de la base de datos en otros servidores, a las instantáneas del disco, a la memoria trasladada al disco ni a las partes del disco liberadas que aún no se han sobrescrito. Una orden puede permanecer ahí más tiempo; este programa no puede saber cuánto.",
      disk: "La orden desaparece a la vez de todas las tablas de la base de datos. Los archivos de la base de datos guardan más tiempo los valores eliminados: en medio día, aproximadamente, las tablas, sus índices y las estadísticas de la base de datos se reescriben sin ellos, y después se elimina el registro interno de la base de datos. Si el servidor de la base de datos está configurado como pide el programa, un día después la orden no se puede leer en esos archivos. El programa lo comprueba y avisa al operador cuando tarda más. En un servidor de base de datos más antiguo, las estadísticas de una tabla que ha quedado vacía conservan valores sueltos (un identificador, una dirección, una cantidad) hasta que vuelve a tener una fila.",
      kept: "Nuestros fondos que aún no se han gastado siguen anotados con su transacción y su dirección, tal como las muestra la blockchain, sin orden ni hora; también una dirección con un resto demasiado pequeño para moverlo. En Monero y Solana, la dirección de depósito permanece en la lista de todas las direcciones que hemos creado. Si una persona decidió sobre una orden, el registro de los administradores conserva su código de seguimiento y la decisión.",
    },
    others: {
      title: "Qué pueden ver otros",
      p1: "Quien tiene el enlace de una página de pago ve la orden completa. No lo compartas.",
      p2: "Quien conoce o adivina un código de seguimiento ve el estado, tiempos y cantidades redondeados y los últimos caracteres de la dirección de destino. De una orden mezclada ve únicamente el estado.",
      p3: "Las blockchains son públicas y permanentes. Un observador de ambas cadenas puede comparar cantidades y tiempos, y puede descubrir que un pago y una entrega van juntos. Eliminar la orden aquí no cambia nada de eso.",
      p4: "El operador ve las órdenes hasta que se eliminan, y también las ve quien tome el control del servidor o lo incaute.",
      p5: "Tu proveedor de red ve que visitas este sitio. Las páginas funcionan en Tor Browser en su nivel más seguro.",
    },
    mixing: {
      title: "Mezcla",
      p1: "Donde se ofrece, la mezcla dificulta que los observadores relacionen el pago con la entrega. No oculta nada al operador hasta que la orden se elimina, y cuánto oculta a los demás depende de cuántos otros mezclen al mismo tiempo. La página del mezclador dice qué podría deducir un observador.",
      p2: "Una sesión de mezcla es un número aleatorio con un final. Se guarda como huella hasta entonces y no pertenece a ninguna persona.",
      p3: "Una orden mezclada almacena además sus ajustes, todas sus direcciones de destino y, sellado, su plan. Como máximo {mixed} después de finalizar, o al instante si la eliminas, se eliminan con la orden. Después, nada en la base de datos relaciona el pago con la entrega. Los planes de un mismo día se sellan con una sola clave, que no está en ninguna base de datos. Se destruye cuando ninguna mezcla de ese día la necesita y, como máximo, {mixKey} después de que termine ese día (UTC): desde entonces, lo que pueda quedar de un plan en un disco es ilegible. Nada de esto cambia lo que un observador pueda ver en las cadenas ni lo que contenga una copia de seguridad.",
    },
    screening: {
      title: "Control de direcciones",
      p1: "Las direcciones de destino, las de reembolso y aquellas de las que procede un pago se cotejan con las listas de direcciones sancionadas del operador. Esto ocurre en este servidor: para ello no se envía ninguna dirección a nadie.",
      p2: "Cuando un pago procede de una dirección que figura en una lista, una persona revisa la orden y ve sus datos.",
    },
    disclosure: {
      title: "Comunicación de datos",
      p1: "Como parte del servicio no se comunican datos a nadie, salvo a las redes: la entrega que recibes es una transacción pública.",
      p2: "La ley puede obligar a un operador a entregar lo que está almacenado. Lo que nunca se almacenó o ya se eliminó no se puede entregar.",
      p3: "Los mensajes de nuestro bot de Telegram pasan por Telegram, y los correos electrónicos, por proveedores de correo. Se les aplican sus propias normas.",
    },
    rights: {
      title: "Tus derechos",
      p1: "Puedes ver todo lo que se almacena de una orden en su página, con el enlace que es tuyo, y eliminarla allí cuando haya finalizado. No podemos buscar una orden por un nombre, porque no lo hay.",
      p2: "Para cualquier otra cosa, escribe al operador.",
      link: "Contacto",
      p2None: "Esta instancia no ha configurado ningún contacto para otras cuestiones.",
    },
    changes: {
      title: "Cambios",
      p1: "Cuando el programa cambia lo que almacena, esta página cambia con él y lleva una nueva fecha.",
    },
  },
});
