declare module "multicoin-address-validator" {
  type Validator = {
    validate(address: string, symbol: string, network?: "prod" | "testnet" | "both"): boolean;
  };
  const validator: Validator;
  export = validator;
}
