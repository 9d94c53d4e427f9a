import type { FieldCode } from "../core/errors";
import type { Language } from "./languages";

/** The kinds of JSON value that a field may ask for. */
export const JSON_KINDS = ["string", "integer", "boolean", "array", "object"] as const;
export type JsonKind = (typeof JSON_KINDS)[number];

type FieldTexts = Readonly<Record<FieldCode | JsonKind, string>>;

/** What a field at fault says; for one of the wrong type, the kind of value to send. */
export const FIELD_TEXTS: Readonly<Record<Language, FieldTexts>> = {
  en: {
    "field/missing": "This field is required.",
    "field/type": "This field has the wrong type.",
    "field/choice": "Send one of the values that the contract lists.",
    "field/length": "This value is too short, too long, too small or too large.",
    "field/format": "This value doesn’t have the required format.",
    string: "Send a string.",
    integer: "Send a whole number.",
    boolean: "Send true or false.",
    array: "Send an array.",
    object: "Send an object.",
  },
  es: {
    "field/missing": "Este campo es obligatorio.",
    "field/type": "Este campo es de un tipo incorrecto.",
    "field/choice": "Envía uno de los valores que figuran en el contrato.",
    "field/length": "Este valor es demasiado corto, largo, pequeño o grande.",
    "field/format": "Este valor no tiene el formato requerido.",
    string: "Envía una cadena de texto.",
    integer: "Envía un número entero.",
    boolean: "Envía true o false.",
    array: "Envía un array.",
    object: "Envía un objeto.",
  },
  fr: {
    "field/missing": "Ce champ est obligatoire.",
    "field/type": "Ce champ n’est pas du bon type.",
    "field/choice": "Envoyez l’une des valeurs énumérées dans le contrat.",
    "field/length": "Cette valeur est trop courte, trop longue, trop petite ou trop grande.",
    "field/format": "Cette valeur n’a pas le format attendu.",
    string: "Envoyez une chaîne de caractères.",
    integer: "Envoyez un nombre entier.",
    boolean: "Envoyez true ou false.",
    array: "Envoyez un tableau.",
    object: "Envoyez un objet.",
  },
  ja: {
    "field/missing": "このフィールドは必須です。",
    "field/type": "このフィールドの型が正しくありません。",
    "field/choice": "API仕様に記載されている値のいずれかを送信してください。",
    "field/length": "この値は短すぎるか長すぎます。または、小さすぎるか大きすぎます。",
    "field/format": "この値の形式が正しくありません。",
    string: "文字列を送信してください。",
    integer: "整数を送信してください。",
    boolean: "trueまたはfalseを送信してください。",
    array: "配列を送信してください。",
    object: "オブジェクトを送信してください。",
  },
  "zh-cn": {
    "field/missing": "此字段为必填项。",
    "field/type": "此字段的类型不正确。",
    "field/choice": "请发送接口文档中列出的值之一。",
    "field/length": "此值过短、过长、过小或过大。",
    "field/format": "此值的格式不符合要求。",
    string: "请发送字符串。",
    integer: "请发送整数。",
    boolean: "请发送 true 或 false。",
    array: "请发送数组。",
    object: "请发送对象。",
  },
  "zh-tw": {
    "field/missing": "此欄位為必填。",
    "field/type": "此欄位的型別不正確。",
    "field/choice": "請傳送 API 文件中列出的其中一個值。",
    "field/length": "此值太短、太長、太小或太大。",
    "field/format": "此值的格式不符合要求。",
    string: "請傳送字串。",
    integer: "請傳送整數。",
    boolean: "請傳送 true 或 false。",
    array: "請傳送陣列。",
    object: "請傳送物件。",
  },
};
