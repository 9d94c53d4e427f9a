import type { ConsoleTexts } from "./en";

export const ZH_CN_CONSOLE: ConsoleTexts = {
  "order/not-held": { title: "订单不在审核中", message: "该订单目前不在人工审核中。" },
  "order/sources-unseen": {
    title: "有未查看的资金来源",
    message: "该订单收到了您尚未查看的来源的资金。请重新查看订单后再作决定。",
  },
  "loan/id": { title: "放款单编号格式错误", message: "放款单编号是整数，例如 17。" },
  "loan/own-approval": { title: "不能自行批准", message: "审批人不能是创建该放款单的人。" },
  "loan/unknown": { title: "未找到放款单", message: "没有此编号的放款单。" },
  "api-key/unknown": { title: "未找到密钥", message: "没有这个 API 密钥。" },
  "loan/not-pending": { title: "放款单并非待处理", message: "该放款单已不是待处理状态。" },
  "loan/reference-used": { title: "参考号已被使用", message: "已有使用此参考号的放款单。" },
  "loan/approval-required": { title: "需要批准", message: "须经另一人批准后，才能由储备支付。" },
  "loan/approval-needless": { title: "无需批准", message: "该放款单不需要第二人批准。" },
  "totp/enrolled": { title: "已经启用", message: "该账号已在使用动态验证码。" },
  "authorization/required": {
    title: "需要动态验证码",
    message: "此操作涉及资金，需要动态验证码。",
  },
  "authorization/unknown": {
    title: "找不到授权",
    message: "您没有此名称的授权。请用新的动态验证码批准该操作。",
  },
  "authorization/not-listed": {
    title: "未获批准",
    message: "该授权未列出此操作。请用新的动态验证码批准。",
  },
  "authorization/used": {
    title: "已使用",
    message: "该授权已用于此操作。请用新的动态验证码再次批准。",
  },
  "authorization/expired": {
    title: "授权已过期",
    message: "该授权已超过十分钟。请用新的动态验证码再次批准该操作。",
  },
  "totp/not-enrolled": {
    title: "未启用动态验证码",
    message: "您的账号尚未启用动态验证码，请先设置。",
  },
  "totp/not-enrolling": { title: "没有可确认的内容", message: "没有等待确认的登记，请重新开始。" },
  "payouts/paused": { title: "出款已暂停", message: "出款目前已暂停。" },
  "loan/currency": { title: "不适用于放款", message: "放款仅以 BTC、ETH 或 USDT-TRC20 支付。" },
  "loan/mismatch": { title: "数字不一致", message: "价值或费用与服务器计算的结果不同。" },
  "totp/code": { title: "验证码错误", message: "验证码不正确，或已被使用过。" },
  "totp/wait": {
    title: "错误验证码过多",
    message: "验证码已输错五次，请等待几分钟后再试。",
    figured: "验证码已输错五次，请在 {seconds} 秒后再试。",
  },
  "login/busy": {
    title: "等待中的登录过多",
    message: "使用此名称的登录尝试过多，正在排队。请稍后重试。",
    figured: "使用此名称的登录尝试过多，正在排队。请在 {seconds} 秒后重试。",
  },
  "password/change-required": {
    title: "请先修改密码",
    message: "此密码由系统生成。请先设置新密码，然后再进行其他操作。",
  },
  "password/short": { title: "密码太短", message: "密码至少需要 12 个字符。" },
  "password/common": {
    title: "密码过于常见",
    message: "攻击者会最先尝试此密码。请换一个不常见的密码。",
  },
  "password/same": { title: "密码相同", message: "这是您当前的密码。请换一个新密码。" },
  "session/unknown": { title: "会话不存在", message: "此会话已经结束。" },
  "chain/not-halted": { title: "链未停止", message: "该链目前并未停止。" },
  "books/nothing-missing": { title: "并未缺少", message: "并未缺少该数量，请重新查看概览。" },
  "books/asked": { title: "已提出申请", message: "该币种之前的申请正在等待下一次核对。" },
  "override/unknown": { title: "未找到出款", message: "没有此名称的出款。" },
  "override/transaction": { title: "不是首笔交易", message: "这不是该出款的首笔交易，请重新查看列表。" },
  "override/paid": { title: "无需签名", message: "该出款已完成或已撤销。" },
  "override/used": { title: "已作决定", message: "审批人已就该出款作出决定，且只能决定一次。" },
  "override/open": {
    title: "仍可能自行结束",
    message: "网络仍可查到其某笔交易，或仍可能证明某笔已失效，或某笔近期未被查询。",
  },
  "spend/unknown": { title: "未找到交易", message: "没有这个编号的计划外交易。" },
  "spend/adopted": { title: "已认领", message: "该交易此前已被认领。" },
  "recovery/unknown": { title: "未找到资金", message: "没有这个名称的、到达其他网络的资金。" },
  "recovery/not-final": {
    title: "尚未最终确认",
    message: "这笔资金在其网络上的确认数还不够。请在最终确认后重试。",
  },
  "recovery/opened": { title: "已在退回", message: "已有订单在退回这笔资金。" },
  "recovery/too-little": {
    title: "不足以支付网络费",
    message: "扣除网络费后，没有可发送的金额。请在网络费降低后重试。",
  },
  "books/unplanned-spend": {
    title: "请先认领该交易",
    message: "一笔并非由我们签名的交易动用了该网络上的资金。认领后，被其转走的资金会记为损失。",
  },
};
