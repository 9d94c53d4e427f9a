import type { ConsoleTexts } from "./en";

export const FR_CONSOLE: ConsoleTexts = {
  "order/not-held": { title: "Ordre non retenu", message: "Cet ordre n’est pas retenu pour examen." },
  "order/sources-unseen": {
    title: "Provenance non vue",
    message:
      "Cet ordre a reçu de l’argent d’une provenance que vous n’avez pas encore vue. Examinez l’ordre à nouveau, puis décidez.",
  },
  "loan/id": {
    title: "Numéro de prêt mal formé",
    message: "Le numéro d’un prêt est un entier, par exemple 17.",
  },
  "loan/own-approval": {
    title: "Auto-approbation impossible",
    message: "La seconde personne doit être différente de celle qui a créé le prêt.",
  },
  "loan/unknown": { title: "Prêt introuvable", message: "Aucun ordre de prêt ne porte ce numéro." },
  "api-key/unknown": { title: "Clé introuvable", message: "Cette clé d’API n’existe pas." },
  "loan/not-pending": { title: "Prêt déjà traité", message: "Cet ordre de prêt n’est plus en attente." },
  "loan/reference-used": {
    title: "Référence déjà utilisée",
    message: "Un ordre de prêt porte déjà cette référence.",
  },
  "loan/approval-required": {
    title: "Approbation requise",
    message: "Une seconde personne doit approuver ce prêt avant que la réserve ne le paie.",
  },
  "loan/approval-needless": {
    title: "Approbation inutile",
    message: "Ce prêt ne nécessite pas l’approbation d’une seconde personne.",
  },
  "totp/enrolled": { title: "Déjà activé", message: "Ce compte utilise déjà des codes à usage unique." },
  "authorization/required": {
    title: "Code à usage unique requis",
    message: "Cette opération demande un code à usage unique, car elle déplace ou engage de l’argent.",
  },
  "authorization/unknown": {
    title: "Autorisation introuvable",
    message:
      "Vous n’avez aucune autorisation de ce nom. Approuvez l’opération avec un nouveau code à usage unique.",
  },
  "authorization/not-listed": {
    title: "Non approuvé",
    message:
      "L’autorisation ne mentionne pas cette opération. Approuvez-la avec un nouveau code à usage unique.",
  },
  "authorization/used": {
    title: "Déjà utilisée",
    message:
      "L’autorisation a déjà servi pour cette opération. Approuvez-la de nouveau avec un autre code à usage unique.",
  },
  "authorization/expired": {
    title: "Autorisation expirée",
    message:
      "L’autorisation date de plus de dix minutes. Approuvez de nouveau l’opération avec un autre code à usage unique.",
  },
  "totp/not-enrolled": {
    title: "Pas de codes à usage unique",
    message: "Votre compte n’utilise pas encore de codes à usage unique. Configurez-les d’abord.",
  },
  "totp/not-enrolling": {
    title: "Rien à confirmer",
    message: "Veuillez recommencer\u202f: rien n’attend de confirmation.",
  },
  "payouts/paused": { title: "Versements en pause", message: "Les versements sont en pause." },
  "loan/currency": {
    title: "Non proposé pour les prêts",
    message: "Les prêts sont payés en BTC, ETH ou USDT-TRC20.",
  },
  "loan/mismatch": {
    title: "Chiffres discordants",
    message: "La valeur ou les frais diffèrent du calcul du serveur.",
  },
  "totp/code": { title: "Code incorrect", message: "Ce code est incorrect ou a déjà servi." },
  "totp/wait": {
    title: "Trop de codes incorrects",
    message: "Cinq codes étaient incorrects. Aucun de vos codes n’est accepté pendant quelques minutes.",
    figured:
      "Cinq codes étaient incorrects. Aucun de vos codes n’est accepté pendant encore {seconds}\u202fs.",
  },
  "login/busy": {
    title: "Trop de connexions en attente",
    message:
      "Trop de tentatives de connexion avec ce nom sont en attente. Veuillez réessayer dans un instant.",
    figured:
      "Trop de tentatives de connexion avec ce nom sont en attente. Veuillez réessayer dans {seconds}\u202fs.",
  },
  "password/change-required": {
    title: "Changez d’abord votre mot de passe",
    message: "Ce mot de passe a été généré pour vous. Choisissez-en un autre avant toute autre action.",
  },
  "password/short": {
    title: "Mot de passe trop court",
    message: "Un mot de passe doit comporter au moins 12 caractères.",
  },
  "password/common": {
    title: "Mot de passe trop courant",
    message:
      "Ce mot de passe est l’un des premiers que les attaquants essaient. Choisissez-en un moins courant.",
  },
  "password/same": {
    title: "Même mot de passe",
    message: "C’est votre mot de passe actuel. Choisissez-en un autre.",
  },
  "session/unknown": { title: "Session introuvable", message: "Cette session est déjà terminée." },
  "chain/not-halted": { title: "Chaîne non arrêtée", message: "Cette chaîne n’est pas à l’arrêt." },
  "books/nothing-missing": {
    title: "Rien ne manque",
    message: "Ce montant ne manque pas. Veuillez revoir la vue d’ensemble.",
  },
  "books/asked": {
    title: "Déjà demandé",
    message: "Une demande antérieure pour cette devise attend la prochaine comparaison.",
  },
  "override/unknown": { title: "Versement introuvable", message: "Aucun versement ne porte ce nom." },
  "override/transaction": {
    title: "Pas sa première transaction",
    message: "Ce n’est pas la première transaction du versement. Consultez de nouveau la liste.",
  },
  "override/paid": { title: "Rien à signer", message: "Ce versement a été effectué ou annulé." },
  "override/used": {
    title: "Déjà décidé",
    message: "Un approbateur a déjà pris une décision sur ce versement. Ce n’est possible qu’une fois.",
  },
  "override/open": {
    title: "Il peut encore se débloquer seul",
    message:
      "Le réseau connaît une de ses transactions, on peut encore prouver que l’une d’elles ne sera jamais confirmée, ou l’une d’elles n’a pas été recherchée récemment.",
  },
  "spend/unknown": {
    title: "Transaction introuvable",
    message: "Aucune transaction imprévue ne porte ce numéro.",
  },
  "spend/adopted": { title: "Déjà assumée", message: "Cette transaction a déjà été assumée." },
  "recovery/unknown": {
    title: "Fonds introuvables",
    message: "Aucuns fonds reçus sur un autre réseau ne portent ce nom.",
  },
  "recovery/not-final": {
    title: "Pas encore définitifs",
    message:
      "Ces fonds n’ont pas encore assez de confirmations sur leur réseau. Réessayez une fois qu’ils seront définitifs.",
  },
  "recovery/opened": { title: "Déjà en cours de renvoi", message: "Un ordre renvoie déjà ces fonds." },
  "recovery/too-little": {
    title: "Moins que les frais de réseau",
    message:
      "Une fois les frais de réseau déduits, il ne resterait rien à envoyer. Réessayez quand les frais auront baissé.",
  },
  "books/unplanned-spend": {
    title: "Assumez d’abord la transaction",
    message:
      "Une transaction que nous n’avons pas signée dépense des fonds sur ce réseau. Assumez-la pour comptabiliser ce qu’elle a pris.",
  },
};
