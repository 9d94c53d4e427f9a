import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  apiDocs: {
    metaTitle: "Documentation de l’API · Sotto",
    metaDescription:
      "Chaque opération de l’API d’échange avec paramètres, exemples et erreurs, et du code en JavaScript, Python et cURL.",
    metaKeywords: "API échange crypto, API swap crypto, documentation API, OpenAPI, exemples de code",
    title: "Documentation de l’API",
    lead: "Tout ce que font ces pages, votre programme peut le faire. Cette page est tirée du contrat que le serveur lui-même respecte.",
    inShort: "L’API en bref",
    endpoints: "Points d’accès",
    contractVersion: "Version {version}",
    format: "Format",
    formatNote: "Montants en chaînes décimales",
    errors: "Erreurs",
    errorsNote: "{count, plural, one {# code stable} other {# codes stables}}",
    key: "Clé d’API",
    keyNote: "Pour {prefix}",
    contents: "Sur cette page",
    overviewTitle: "Présentation",
    overviewText:
      "Calculer un échange, créer un ordre, afficher son adresse de dépôt et suivre l’ordre jusqu’à l’arrivée des fonds. Le serveur recalcule chaque chiffre\u202f; ce qu’un client envoie comme taux ou comme frais est pris pour ce qu’il a vu, jamais pour la vérité.",
    overviewBases:
      "Les tiers appellent <code>{v1}</code> avec une clé\u202f: tout ce qu’il faut pour un échange, chaque réponse dans une enveloppe. Une clé ne donne accès qu’aux ordres qu’elle a créés. Les mêmes opérations, et d’autres, sont ouvertes sans clé sous <code>{open}</code>.",
    rawLink: "Ouvrir openapi.json",
    rawText:
      "Le contrat entier (OpenAPI 3.1), pour en générer un client. {count, plural, =0 {Toutes ses opérations figurent sur cette page.} one {Une opération de plus, destinée aux administrateurs ou aux réseaux simulés, ne se trouve que là.} other {# opérations de plus, destinées aux administrateurs et aux réseaux simulés, ne se trouvent que là.}}",
    baseTitle: "URL de base",
    baseV1: "Pour les tiers, avec une clé",
    baseOpen: "Ouverte, sans clé",
    baseText: "Les chemins suivent la base de leur section.",
    formatTitle: "Format JSON",
    format1:
      "Envoyez les corps en <code>application/json</code>, de 16\u202fKio au plus. Les réponses sont elles aussi en JSON, sauf l’export des taux, le QR code et le flux d’événements. Un champ ou un paramètre de requête inconnu est refusé, et la réponse indique le nom connu le plus proche.",
    format2:
      "Montants et taux sont des chaînes décimales comme <code>0.05</code>, jamais des nombres\u202f: aucun chiffre ne se perd en route.",
    format3: "Les heures sont au format ISO 8601, en UTC.",
    format4:
      "Chaque devise a un seul code canonique, comme <code>BTC</code> ou <code>USDT-TRC20</code>. Les autres graphies usuelles sont comprises, quelle que soit la casse.",
    format5:
      "Donnez une <code>Idempotency-Key</code> là où une opération l’accepte\u202f: si aucune réponse n’arrive, répétez l’appel avec la même clé, et rien ne se produit deux fois. La clé compte de 16 à 255 caractères.",
    authTitle: "Authentification",
    authKey:
      "Les opérations sous <code>{prefix}</code> demandent une clé, envoyée {place, select, header {dans l’en-tête de requête} query {dans le paramètre de requête} other {dans le cookie}} <code>{name}</code>.",
    authGet:
      "Les exploitants de cette instance délivrent les clés\u202f: écrivez-leur en disant à quoi elle servira. Une clé est montrée une fois\u202f; perdue, elle est révoquée et remplacée.",
    authOpen: "Les opérations sous <code>{prefix}</code> ne demandent ni clé ni compte.",
    needsKey: "Demande une clé d’API.",
    warningTitle: "Pas de secrets dans le code client",
    warningText:
      "L’identifiant d’un ordre est un secret au même titre qu’une clé\u202f: quiconque le détient voit et pilote l’ordre. Gardez identifiants et clés sur votre serveur, hors des pages web, des applications, des liens partagés et des journaux. Pour laisser quelqu’un suivre un ordre, donnez le code de suivi à 9 chiffres.",
    samplesTitle: "Exemples de code",
    sampleLanguage: "Langage de l’exemple",
    sampleName: "Exemple en {language}",
    samplesText:
      "Chacun lit un taux, crée un ordre et le lit. Les chiffres et les adresses sont les exemples du contrat\u202f: remplacez-les par les vôtres avant de payer quoi que ce soit.",
    samplesKey: "La clé est lue dans l’environnement, sous <code>SOTTO_API_KEY</code>.",
    samplesNeeds:
      "Le JavaScript tourne sous Node.js 20 ou plus récent (à enregistrer en <code>.mjs</code>), le Python sous 3.8 ou plus récent\u202f; ni l’un ni l’autre n’a besoin de paquet. L’exemple shell utilise <code>jq</code> et <code>openssl</code>.",
    v1Title: "Points d’accès pour les tiers",
    v1Text:
      "Les chemins suivent <code>{prefix}</code>. Ce qui a réussi répond 200, avec <code>success</code> à true et la réponse elle-même dans <code>data</code>.",
    endpointsTitle: "Points d’accès ouverts",
    endpointsText:
      "Les chemins suivent <code>{prefix}</code>. Ouvrez une opération pour voir ses paramètres, ses exemples et ce qu’elle peut refuser.",
    parameters: "Paramètres",
    parametersOf: "Paramètres de {path}",
    body: "Corps de la requête",
    bodyOptional: "Corps de la requête (facultatif)",
    bodyOf: "Corps de la requête de {path}",
    requestExample: "Requête",
    requestExampleOf: "Exemple de requête de {path}",
    answer: "Réponse",
    answerExample: "Exemple de réponse",
    answerExampleOf: "Exemple de réponse de {path}",
    fieldsOf: "Champs de {object}",
    listOf: "Liste de {object}",
    refusals: "Erreurs",
    curlOf: "Appel cURL de {path}",
    field: "Nom",
    meaning: "Signification",
    code: "Code",
    required: "obligatoire",
    optional: "facultatif",
    place: {
      path: "chemin",
      query: "requête",
      header: "en-tête",
      cookie: "cookie",
    },
    copy: "Copier\u202f: {what}",
    objectsTitle: "Objets",
    objectsText:
      "Ce dont se composent les réponses. Un point mène dans un objet, <code>[]</code> dans chaque élément d’une liste.",
    fieldCount: "{count, plural, one {# champ} other {# champs}}",
    errorsTitle: "Erreurs",
    v1Errors:
      "Sous <code>{prefix}</code>, un refus porte <code>success</code> à false et une <code>error</code> avec les membres de tout problème, comme <code>code</code>, <code>message</code> et <code>errors</code>. Les codes sont ceux de la liste ci-dessous\u202f; une saisie incorrecte est toujours 400.",
    failureExample: "Un refus sous la base des tiers",
    errorsText:
      "Sous <code>{prefix}</code>, une opération réussie répond 200 ou 201. Toute autre réponse est <code>application/problem+json</code>\u202f: décidez d’après son <code>code</code>, qui ne change jamais, et affichez son <code>message</code>, rédigé dans la langue de votre <code>Accept-Language</code>.",
    problemExample: "Une erreur, en entier",
    codeCount: "{count, plural, one {# code} other {# codes}}",
    codesOf: "Codes de statut {status}",
    status200: "Succès",
    status400: "Mauvais paramètres\u202f: la requête ne peut pas être lue",
    status401: "Échec de l’authentification",
    status403: "Refusé en raison de sa provenance",
    status404: "La ressource est introuvable",
    status409: "En conflit avec l’état actuel",
    status413: "Trop volumineux",
    status415: "Pas du JSON",
    status422: "Lu, vérifié et refusé",
    v1Status422: "La clé d’idempotence a servi avec un autre corps",
    status429: "Trop de requêtes\u202f; attendez le temps qu’indique Retry-After",
    status500: "Erreur du serveur",
    status503: "Indisponible pour le moment\u202f; attendez le temps qu’indique Retry-After",
    problem: {
      kind: "Problème de l’API",
      code: "Code",
      status: "Statut HTTP",
      v1Status: "Statut HTTP pour les tiers",
      text: "Fiez-vous au code : il ne change jamais. Affichez à vos utilisateurs le message, rédigé dans la langue de l’en-tête Accept-Language. Si des champs sont en cause, le membre errors de la réponse les nomme un par un.",
      all: "Tous les codes dans la documentation de l’API",
    },
    statusOther: "Refusé",
    helpTitle: "Aide",
    helpText:
      "Quelque chose ne fonctionne pas comme le dit cette page\u202f? Écrivez ce que vous avez fait, en indiquant\u202f:",
    help1: "l’opération et le code de l’erreur",
    help2: "l’«\u202finstance\u202f» de l’erreur, qui désigne cette réponse précise",
    help3: "le code de suivi, jamais l’identifiant de l’ordre",
    helpContact: "Contact",
  },
});
