import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  adminAccess: {
    keysTitle: "Clés d’API",
    keysLead:
      "Pour les tiers qui utilisent /api/v1. Une clé est montrée une fois, et seul son hash est gardé.",
    apiDocs: "Documentation de l’API",
    keyName: "À qui sera la clé",
    createKey: "Créer une clé",
    noKeys: "Il n’y a pas de clés.",
    secretTitle: "Clé de {name}",
    secretText: "Copiez-la maintenant\u202f: elle est montrée cette seule fois et ne pourra plus l’être.",
    secret: "Clé d’API",
    copySecret: "Copier la clé",
    secretKept: "Je l’ai",
    works: "active",
    revoked: "révoquée",
    madeBy: "par {name}",
    revoke: "Révoquer",
    revokeTitle: "Révoquer la clé de {name}",
    revokeText:
      "Les appels avec cette clé sont désormais refusés. C’est définitif\u202f; une nouvelle clé sera différente.",
    revokedNotice: "La clé de {name} est révoquée",
    auditTitle: "Journal d’audit",
    auditLead:
      "Chaque connexion, refus et action est une ligne que personne ne peut changer sans que cela se voie\u202f: chacune porte le hash de la précédente.",
    noAudit: "Rien n’est encore consigné.",
    verify: "Vérifier la chaîne",
    verifying: "Vérification…",
    whole:
      "{count, plural, one {La seule entrée est telle qu’écrite} other {Les # entrées sont telles qu’écrites}}",
    broken: "L’entrée {seq} manque ou a été changée",
    head: "Dernier hash",
    copyHead: "Copier le dernier hash",
    refused: "refusé",
    nobody: "inconnu",
    accountTitle: "Votre compte",
    role: "Rôle",
    roleText: {
      viewer: "Vous voyez tout et ne changez rien.",
      operator:
        "Vous pouvez trancher sur les ordres retenus, créer et payer des prêts, suspendre des fonctions et remettre des clés.",
      approver:
        "Vous pouvez tout ce que peut un opérateur, approuver les prêts des autres et relancer le signataire.",
    },
    totp: "Codes à usage unique",
    totpOn: "exigés à la connexion",
    totpOff: "non configurés",
    totpReset: "Une application perdue se remplace sur le serveur\u202f: sotto-api admin reset.",
    enrolTitle: "Configurer les codes à usage unique",
    enrolLead:
      "Votre mot de passe seul n’ouvrira plus rien. Il vous faut une application d’authentification sur un téléphone.",
    passwordAgain: "Votre mot de passe, encore une fois",
    enrol: "Montrer le code QR",
    qrAlt: "Code QR pour votre application d’authentification",
    secretTyped: "Ou saisissez-le\u202f:",
    totpSecret: "Secret de l’application",
    copyTotp: "Copier le secret",
    firstCode: "Le code que l’application montre maintenant",
    confirm: "Confirmer",
    enrolUntil: "Expire\u202f:",
    recoveryTitle: "Codes de secours",
    recoveryText:
      "Pour le jour où l’application est perdue\u202f: chacun ouvre une connexion. Ils sont montrés cette seule fois\u202f; gardez-les loin de votre mot de passe.",
    copyCodes: "Les copier",
    printCodes: "Les imprimer",
  },
});
