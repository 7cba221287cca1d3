package dev.agenthost.im.wecom.inbound;

import dev.agenthost.im.wecom.xml.WeComXml;
import java.time.Instant;

/**
 * Writes the answer to a pressed button: the buttons of the card give way to a text, for the person who pressed alone
 * (https://developer.work.weixin.qq.com/document/path/90241).
 */
public final class WeComNotice {
    private WeComNotice() {}

    /** @param text in the place of the buttons, which cannot be pressed from then on */
    public static String instead(String text, String userId, WeComIdentity bot, Instant now) {
        return "<xml>"
                + WeComXml.element("ToUserName", userId)
                + WeComXml.element("FromUserName", bot.corpId())
                + "<CreateTime>" + now.getEpochSecond() + "</CreateTime>"
                + WeComXml.element("MsgType", "update_button")
                + "<Button>" + WeComXml.element("ReplaceName", text) + "</Button>"
                + "</xml>";
    }
}
