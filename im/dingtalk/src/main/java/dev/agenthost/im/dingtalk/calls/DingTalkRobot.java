package dev.agenthost.im.dingtalk.calls;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The robot of an app, as calls name it.
 *
 * @param code the RobotCode, which is the Client ID unless the app has another robot
 * @param cardTemplateId of its cards
 * @param hasCallbacks true if pressed buttons of its cards arrive: over the connection, not by a webhook
 */
public record DingTalkRobot(String code, String cardTemplateId, boolean hasCallbacks) {
    /**
     * The template of AI cards in the platform's SDK
     * (https://github.com/open-dingtalk/dingtalk-stream-sdk-python/blob/main/dingtalk_stream/card_instance.py).
     */
    static final String STANDARD_TEMPLATE = "382e4302-551d-4880-bf29-a30acfab2e71.schema";

    /** @param options of a bot */
    public static DingTalkRobot of(ObjectNode options) {
        return new DingTalkRobot(
                options.path("robot_code").asText(options.path("client_id").asText()),
                options.path("card_template_id").asText(STANDARD_TEMPLATE),
                !options.path("receive").asText().equals("webhook"));
    }
}
