export { messages } from "./en";
