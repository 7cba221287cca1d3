package dev.agenthost.gateway.intake.lark;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.PressNotice;
import dev.agenthost.protocol.bot.ButtonPressResult.Outcome;

/**
 * The response to a pressed button: a text that the person sees for a moment, in English or Chinese
 * (https://open.feishu.cn/document/uAjLw4CM/ukzMukzMukzM/feishu-cards/card-callback-communication).
 */
final class LarkToast {
    private LarkToast() {}

    static ObjectNode of(Outcome outcome) {
        return PressNotice.of(outcome)
                .map(refusal -> of("warning", refusal))
                .orElseGet(() -> of("success", PressNotice.ACCEPTED));
    }

    /** Asks the person to press again. */
    static ObjectNode again() {
        return of("error", PressNotice.AGAIN);
    }

    private static ObjectNode of(String type, PressNotice notice) {
        ObjectNode response = JsonNodeFactory.instance.objectNode();
        ObjectNode toast = response.putObject("toast").put("type", type).put("content", notice.english());
        toast.putObject("i18n").put("zh_cn", notice.chinese()).put("en_us", notice.english());
        return response;
    }
}
