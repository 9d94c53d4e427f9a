import { FR_CONSOLE } from "./console/fr";
import type { ProblemTexts } from "./problem-text";

export const FR: ProblemTexts = {
  ...FR_CONSOLE,
  "request/malformed": {
    title: "Requête mal formée",
    message: "Le corps de la requête n’est pas un JSON valide.",
  },
  "request/id": {
    title: "Identifiant d’ordre mal formé",
    message: "L’identifiant d’un ordre compte 22 caractères.",
  },
  "request/code": {
    title: "Code de suivi mal formé",
    message: "Le code de suivi doit comporter 9 chiffres.",
  },
  "request/key": {
    title: "Clé d’idempotence mal formée",
    message: "L’en-tête Idempotency-Key compte entre 16 et 255 caractères imprimables.",
  },
  "auth/required": { title: "Authentification requise", message: "Veuillez vous connecter." },
  "auth/failed": {
    title: "Échec de la connexion",
    message: "Nom d’utilisateur, mot de passe ou code à usage unique incorrect.",
  },
  "auth/forbidden": { title: "Action non autorisée", message: "Ce compte n’y est pas autorisé." },
  "request/origin": { title: "Origine étrangère", message: "Cette requête provient d’un autre site." },
  "currency/unknown": {
    title: "Devise inconnue",
    message: "Cette devise n’est pas proposée ici.",
  },
  "order/unknown": { title: "Ordre introuvable", message: "Ordre d’échange introuvable" },
  "track/unknown": { title: "Ordre introuvable", message: "Aucun échange ne correspond à ce code" },
  "track/tail-required": {
    title: "Quatre derniers caractères requis",
    message:
      "Trop de codes inconnus sont essayés en ce moment. Veuillez ajouter les quatre derniers caractères de votre adresse de réception.",
  },
  "route/unknown": { title: "Page introuvable", message: "Il n’y a rien à cette adresse." },
  "method/unknown": {
    title: "Méthode non autorisée",
    message: "Cette adresse n’accepte pas cette méthode.",
  },
  "transaction/unknown": {
    title: "Transaction inconnue",
    message: "Aucune transaction non confirmée ne porte ce hash.",
  },
  "simnet/unknown": {
    title: "Absent de simnet",
    message: "Les réseaux simulés ne contiennent ni transaction, ni adresse, ni bloc de ce nom.",
  },
  "currency/paused": {
    title: "Devise en pause",
    message: "Cette devise est en pause pour le moment.",
    figured: "Les échanges en {currency} sont en pause pour le moment.",
  },
  "pair/paused": { title: "Paire en pause", message: "Cette paire est en pause pour le moment." },
  "quote/moved": {
    title: "Le taux a changé",
    message: "Le taux a changé depuis votre consultation. Veuillez vérifier les nouveaux montants.",
  },
  "quote/used": {
    title: "Cotation déjà utilisée",
    message: "Cette cotation a déjà été utilisée. Veuillez en demander une nouvelle.",
  },
  "quote/expired": {
    title: "Cotation expirée",
    message: "Cette cotation a expiré. Veuillez en demander une nouvelle.",
  },
  "reserve/insufficient": {
    title: "Réserve insuffisante",
    message: "Notre réserve de cette devise vient d’être engagée. Veuillez essayer un montant plus faible.",
  },
  "decision/stale": {
    title: "Les montants ont changé",
    message: "Les montants ont changé depuis votre consultation. Veuillez vérifier les nouveaux.",
  },
  "decision/unavailable": {
    title: "Choix indisponible",
    message: "Cet ordre ne propose pas ce choix pour le moment.",
  },
  "order/not-cancellable": {
    title: "Annulation impossible",
    message: "Cet ordre ne peut plus être annulé.",
  },
  "order/refund-address-set": {
    title: "Adresse de remboursement déjà fixée",
    message: "L’adresse de remboursement est déjà fixée et ne peut plus être modifiée.",
  },
  "order/refund-address-missing": {
    title: "Adresse de remboursement manquante",
    message: "Veuillez indiquer une adresse pour le remboursement.",
  },
  "order/closed": { title: "Ordre terminé", message: "Cet ordre est déjà terminé." },
  "order/not-ended": {
    title: "Ordre non terminé",
    message:
      "L’ordre n’est pas encore terminé, ou des fonds sont encore en route, les siens ou ceux d’un paiement ultérieur. Il pourra être supprimé ensuite.",
  },
  "claim/nothing": {
    title: "Rien à réclamer",
    message:
      "Aucun montant n’est arrivé depuis aux adresses de cette attestation, ou moins que ses frais de réseau.",
  },
  "claim/note": {
    title: "Attestation non reconnue",
    message: "Cette attestation de suppression n’a pas été signée par ce service.",
  },
  "auth/api-key": {
    title: "Clé d’API requise",
    message: "L’en-tête X-API-Key est absent, ou la clé est inconnue ou révoquée.",
  },
  "chain/full": {
    title: "Réseau complet",
    message:
      "Ce réseau a autant d’ordres ouverts que nous pouvons en surveiller. Veuillez réessayer plus tard.",
  },
  "idempotency/in-flight": {
    title: "Traitement en cours",
    message: "La première requête portant cette clé est encore en cours. Veuillez réessayer dans un instant.",
  },
  "request/too-large": {
    title: "Requête trop volumineuse",
    message: "Le corps de la requête ne doit pas dépasser 16\u202fKio.",
  },
  "request/media-type": {
    title: "Format autre que JSON",
    message: "Le corps de la requête doit être de type application/json.",
  },
  "request/invalid": { title: "Requête non valide", message: "Veuillez vérifier les champs." },
  "field/unknown": {
    title: "Champ inconnu",
    message: "La requête contient un champ inconnu. Vérifiez son orthographe.",
    figured: "La requête contient un champ inconnu. Vouliez-vous dire {nearest}\u202f?",
  },
  "amount/format": {
    title: "Montant non valide",
    message: "Veuillez saisir un montant valide, par exemple 0.05.",
  },
  "amount/zero": { title: "Montant nul", message: "Le montant doit être supérieur à 0." },
  "amount/precision": {
    title: "Trop de décimales",
    message: "Le montant comporte trop de décimales.",
    figured: "{currency} admet au plus {decimals} décimales.",
  },
  "amount/min": {
    title: "Montant trop faible",
    message: "Le montant est inférieur au minimum.",
    figured: "Le minimum est de {limit} {currency}.",
  },
  "amount/max": {
    title: "Montant trop élevé",
    message: "Le montant est supérieur au maximum.",
    figured: "Le maximum est de {limit} {currency}.",
  },
  "pair/same": { title: "Devises identiques", message: "Veuillez choisir deux devises différentes." },
  "address/format": {
    title: "Adresse non valide",
    message: "Ceci n’est pas une adresse de la devise choisie.",
  },
  "address/checksum": {
    title: "Adresse mal saisie",
    message: "L’adresse contient une faute de frappe\u202f: sa somme de contrôle est incorrecte.",
  },
  "address/network": { title: "Autre réseau", message: "L’adresse appartient à un autre réseau." },
  "address/zero": {
    title: "Adresse nulle",
    message: "Personne ne détient cette adresse\u202f: les fonds qui y sont envoyés sont perdus.",
  },
  "address/ours": {
    title: "Notre propre adresse",
    message: "Cette adresse est la nôtre. Veuillez indiquer l’une des vôtres.",
  },
  "address/contract": {
    title: "Adresse de contrat",
    message: "C’est le contrat d’un jeton, pas un portefeuille.",
  },
  "address/uri": {
    title: "Lien de paiement",
    message: "C’est un lien de paiement. Veuillez indiquer l’adresse seule.",
  },
  "address/characters": {
    title: "Caractères cachés",
    message: "L’adresse contient des caractères cachés ou étrangers.",
  },
  "address/memo": { title: "Mémo non valide", message: "Le mémo ne correspond pas à cette adresse." },
  "address/type": {
    title: "Type d’adresse indisponible",
    message: "Ce type d’adresse de dépôt n’est pas disponible pour cette devise. Omettez le type.",
  },
  "address/listed": {
    title: "Adresse sur liste",
    message: "Cette adresse figure sur une liste de contrôle et ne peut pas être utilisée.",
  },
  "address/twice": {
    title: "Adresse en double",
    message: "Cette adresse a déjà été saisie. Veuillez saisir chaque adresse une seule fois.",
  },
  "quote/unknown": {
    title: "Cotation inconnue",
    message: "Cette cotation est inconnue. Veuillez en demander une nouvelle.",
  },
  "quote/mismatch": {
    title: "Autre cotation",
    message: "Cette cotation concerne une autre paire ou un autre montant.",
  },
  "idempotency/mismatch": {
    title: "Clé d’idempotence réutilisée",
    message: "Cette Idempotency-Key a déjà été utilisée avec une autre requête.",
  },
  "privacy/unavailable": {
    title: "Mixeur non proposé",
    message: "Le mixeur de confidentialité n’est pas proposé ici.",
  },
  "mixer/rounds": {
    title: "Nombre de tours non valide",
    message: "Veuillez choisir de 1 à 10 tours de mélange.",
  },
  "mixer/delay": {
    title: "Délai non valide",
    message: "Veuillez choisir un délai de 0 à 120 minutes, par pas de 5.",
  },
  "mixer/level": {
    title: "Niveau de confidentialité inconnu",
    message: "Veuillez choisir basique, renforcé ou maximal.",
  },
  "mixer/tor-unavailable": {
    title: "Tor indisponible",
    message: "Ce serveur n’est pas relié à Tor. Veuillez désactiver Tor.",
  },
  "mixer/session": {
    title: "Session terminée",
    message: "Cette session de mélange est terminée. Ouvrez-en une nouvelle et envoyez de nouveau.",
  },
  "mixer/fixed": {
    title: "Pas de taux fixe",
    message: "Un mélange n’a pas de taux fixe\u202f: gardez le taux flottant ou échangez sans mélanger.",
  },
  "mixer/leg-dust": {
    title: "Montant trop faible pour être divisé",
    message: "Le montant est trop faible\u202f: chaque versement doit valoir plus que ses frais de réseau.",
  },
  "limit/rate": {
    title: "Trop de requêtes",
    message: "Trop de requêtes. Veuillez patienter un peu.",
    figured: "Trop de requêtes. Veuillez réessayer dans {seconds}\u202fs.",
  },
  "limit/unpaid": {
    title: "Trop d’ordres impayés",
    message: "Trop d’ordres impayés. Veuillez d’abord en payer ou en annuler un.",
  },
  "limit/streams": {
    title: "Trop de connexions",
    message: "Trop de connexions en direct. Veuillez en fermer une.",
  },
  internal: {
    title: "Erreur interne",
    message: "Un problème est survenu de notre côté. Rien n’a été perdu.",
  },
  "service/unavailable": {
    title: "Momentanément indisponible",
    message: "Le service est momentanément indisponible. Veuillez réessayer sous peu.",
  },
  "rate/unavailable": {
    title: "Aucun taux",
    message: "Il n’y a pas de taux actuel pour cette paire. Veuillez réessayer sous peu.",
  },
};
