export const budgets: { homeScripts: number; styles: number; route: number };
export function checkBudgets(clientDir: string): Promise<{ lines: string[]; failures: string[] }>;
