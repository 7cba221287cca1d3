package dev.agenthost.gateway.intake.dingtalk;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.PressNotice;

/**
 * The response to a pressed button: a text on the card, for the person who pressed alone
 * (https://open.dingtalk.com/document/development/event-callback-card). The platform does not say the language of the person, so the text has
 * both.
 */
final class DingTalkNotices {
    /**
     * The variable of the templates in the platform's SDK for a text below the buttons
     * (https://github.com/open-dingtalk/dingtalk-stream-sdk-python/blob/main/dingtalk_stream/card_instance.py).
     */
    private static final String VARIABLE = "tips";

    private DingTalkNotices() {}

    static ObjectNode of(PressNotice notice) {
        ObjectNode response = JsonNodeFactory.instance.objectNode();
        response.putObject("cardUpdateOptions").put("updateCardDataByKey", true).put("updatePrivateDataByKey", true);
        response.putObject("userPrivateData")
                .putObject("cardParamMap")
                .put(VARIABLE, notice.chinese() + " " + notice.english());
        return response;
    }
}
