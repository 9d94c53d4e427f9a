import { exchangeRoute, homeRoute } from "./exchange";
import { paymentQueryRoute, paymentRoute } from "./payment";
import { rootRoute } from "./root";
import { trackRoute } from "./track";

export const routeTree = rootRoute.addChildren([
  homeRoute,
  exchangeRoute,
  paymentQueryRoute,
  paymentRoute,
  trackRoute,
]);
