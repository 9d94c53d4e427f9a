import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  picker: {
    search: "代码、名称或网络",
    list: "币种",
    popular: "常用",
    others: "其他全部",
    found: "搜索结果",
    none: "这里没有这个币种。",
    paused: "暂停",
    networkTitle: "USDT 与 USDC：",
    networkText: "请选择正确的网络。选错网络，资金将会丢失。",
  },
  scan: {
    title: "扫描二维码",
    picture: "摄像头画面",
    asking: "正在等待您允许使用摄像头…",
    denied: "无法访问摄像头，请检查权限",
    missing: "此处没有可用的摄像头",
    uploadInstead: "也可以选择二维码图片。",
    aim: "请将二维码置于四角之内。",
    upload: "选择图片",
    reading: "正在读取图片…",
    local: "图像只在您的浏览器中识别，不会发往任何地方。",
    nothing: "这张图片中没有找到二维码。",
    unreadable: "此文件不是可以读取的图片。",
    noAddress: "二维码中没有地址，其内容是：",
  },
});
