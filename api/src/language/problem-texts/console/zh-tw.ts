import type { ConsoleTexts } from "./en";

export const ZH_TW_CONSOLE: ConsoleTexts = {
  "order/not-held": { title: "訂單不在審核中", message: "此訂單目前不在人工審核中。" },
  "order/sources-unseen": {
    title: "有未檢視的資金來源",
    message: "此訂單收到了您尚未檢視的來源的資金。請重新檢視訂單後再決定。",
  },
  "loan/id": { title: "放款單編號格式有誤", message: "放款單編號為整數，例如 17。" },
  "loan/own-approval": { title: "不得自行核准", message: "核准人不得為建立此放款單的人。" },
  "loan/unknown": { title: "找不到放款單", message: "沒有此編號的放款單。" },
  "api-key/unknown": { title: "找不到金鑰", message: "沒有這組 API 金鑰。" },
  "loan/not-pending": { title: "放款單並非待處理", message: "此放款單已不是待處理狀態。" },
  "loan/reference-used": { title: "參考編號已使用", message: "已有使用此參考編號的放款單。" },
  "loan/approval-required": { title: "需要核准", message: "須由另一人核准後，才能由儲備支付。" },
  "loan/approval-needless": { title: "不需核准", message: "此放款單不需要第二人核准。" },
  "totp/enrolled": { title: "已啟用", message: "此帳號已在使用一次性驗證碼。" },
  "authorization/required": {
    title: "需要一次性驗證碼",
    message: "此操作涉及資金，需要一次性驗證碼。",
  },
  "authorization/unknown": {
    title: "找不到授權",
    message: "您沒有此名稱的授權。請用新的一次性驗證碼核准該操作。",
  },
  "authorization/not-listed": {
    title: "未獲核准",
    message: "該授權未列出此操作。請用新的一次性驗證碼核准。",
  },
  "authorization/used": {
    title: "已使用",
    message: "該授權已用於此操作。請用新的一次性驗證碼再次核准。",
  },
  "authorization/expired": {
    title: "授權已過期",
    message: "該授權已超過十分鐘。請用新的一次性驗證碼再次核准該操作。",
  },
  "totp/not-enrolled": {
    title: "未啟用一次性驗證碼",
    message: "您的帳號尚未啟用一次性驗證碼，請先設定。",
  },
  "totp/not-enrolling": { title: "沒有待確認的項目", message: "目前沒有待確認的登錄，請重新開始。" },
  "payouts/paused": { title: "撥款已暫停", message: "撥款目前暫停中。" },
  "loan/currency": { title: "不適用於放款", message: "放款僅以 BTC、ETH 或 USDT-TRC20 支付。" },
  "loan/mismatch": { title: "數字不符", message: "價值或手續費與伺服器計算的結果不同。" },
  "totp/code": { title: "驗證碼錯誤", message: "驗證碼不正確，或已使用過。" },
  "totp/wait": {
    title: "驗證碼錯誤次數過多",
    message: "驗證碼已輸錯五次，請等候幾分鐘後再試。",
    figured: "驗證碼已輸錯五次，請在 {seconds} 秒後再試。",
  },
  "login/busy": {
    title: "等待中的登入過多",
    message: "使用此名稱的登入嘗試過多，正在排隊。請稍後再試。",
    figured: "使用此名稱的登入嘗試過多，正在排隊。請在 {seconds} 秒後再試。",
  },
  "password/change-required": {
    title: "請先變更密碼",
    message: "此密碼由系統產生。請先設定新密碼，再進行其他操作。",
  },
  "password/short": { title: "密碼太短", message: "密碼至少需要 12 個字元。" },
  "password/common": {
    title: "密碼過於常見",
    message: "攻擊者會最先嘗試此密碼。請改用較不常見的密碼。",
  },
  "password/same": { title: "密碼相同", message: "這是您目前的密碼。請改用新的密碼。" },
  "session/unknown": { title: "找不到工作階段", message: "此工作階段已經結束。" },
  "chain/not-halted": { title: "區塊鏈並未停止", message: "此區塊鏈目前並未停止。" },
  "books/nothing-missing": { title: "並未短少", message: "並未短少此數量，請重新查看總覽。" },
  "books/asked": { title: "已提出申請", message: "此幣種先前的申請正在等待下一次核對。" },
  "override/unknown": { title: "找不到撥款", message: "沒有此名稱的撥款。" },
  "override/transaction": { title: "不是首筆交易", message: "這不是該撥款的首筆交易，請重新查看清單。" },
  "override/paid": { title: "無需簽署", message: "該撥款已完成或已撤銷。" },
  "override/used": { title: "已作決定", message: "核准人已就該撥款作出決定，且只能決定一次。" },
  "override/open": {
    title: "仍可能自行結束",
    message: "網路仍可查到其某筆交易，或仍可能證明某筆已失效，或某筆近期未被查詢。",
  },
  "spend/unknown": { title: "找不到交易", message: "沒有此編號的計畫外交易。" },
  "spend/adopted": { title: "已認領", message: "此交易先前已被認領。" },
  "recovery/unknown": { title: "找不到這筆幣", message: "沒有此名稱、抵達其他網路的幣。" },
  "recovery/not-final": {
    title: "尚未最終確認",
    message: "這筆幣在其網路上的確認數還不夠。請在最終確認後再試。",
  },
  "recovery/opened": { title: "已在退回", message: "已有訂單在退回這筆幣。" },
  "recovery/too-little": {
    title: "不足以支付網路手續費",
    message: "扣除網路手續費後，沒有可傳送的金額。請在手續費降低後再試。",
  },
  "books/unplanned-spend": {
    title: "請先認領該交易",
    message: "一筆並非由我們簽署的交易動用了此網路上的幣。認領後，被其轉走的幣會記為損失。",
  },
};
