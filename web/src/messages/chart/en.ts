export const messages = {
  chart: {
    simulated: "Simulated history: generated, not observed.",
    chartTitle: "{send} in {receive}",
    chartLabel: "The rate over {range}: low {low}, high {high} {receive}, change {change}.",
    chartNone: "No past rates are known for this time.",
    range: "How far back",
    day: "24 h",
    week: "7 d",
    month: "30 d",
    low: "Low",
    high: "High",
  },
} as const;
