import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  chart: {
    simulated: "Historial simulado: generado, no observado.",
    chartTitle: "{send} en {receive}",
    chartLabel: "Tipo de cambio en {range}: mínimo {low}, máximo {high} {receive}, variación {change}.",
    chartNone: "No se conocen tipos de cambio anteriores de este período.",
    range: "Período",
    day: "24\u00a0h",
    week: "7\u00a0d",
    month: "30\u00a0d",
    low: "Mínimo",
    high: "Máximo",
  },
});
