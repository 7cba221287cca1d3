package dev.agenthost.walk.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.dingtalk.DingTalkMessage;
import dev.agenthost.testkit.dingtalk.ScriptedDingTalkStream;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.picture.DingTalkDrawing;
import dev.agenthost.walk.picture.ShownBlock;
import dev.agenthost.walk.picture.ShownMessage;
import java.util.List;
import java.util.Optional;

/** A group at DingTalk, whose messages arrive over a connection; its unfinished answer is a card that grows. */
record DingTalkGuideChat(HeldDingTalk platform, ScriptedDingTalkStream stream, long chat) implements GuideChat {
    private static final String PERSON = "staff1";

    @Override
    public String title() {
        return "DingTalk";
    }

    @Override
    public String kind() {
        return "group";
    }

    @Override
    public String accent() {
        return "#1677ff";
    }

    @Override
    public void complete(ObjectNode bot) {
        platform.completeConnected(bot);
    }

    @Override
    public int write(String webhook, String text) {
        stream.say(DingTalkEvents.inGroup(group(), PERSON, text));
        return 200;
    }

    @Override
    public String asShown(String text) {
        return "@shop " + text;
    }

    @Override
    public List<ShownMessage> shown() {
        return platform.dingTalk().messages(group()).stream()
                .map(message -> ShownMessage.ofAgent(blocks(message)))
                .toList();
    }

    private List<ShownBlock> blocks(DingTalkMessage message) {
        return switch (message.msgKey()) {
            case DingTalkMessage.CARD -> DingTalkDrawing.card(message.content());
            case "sampleImageMsg" ->
                List.of(new ShownBlock.Photo(platform.dingTalk()
                        .uploaded(message.content().path("photoURL").asText())));
            default -> DingTalkDrawing.message(message.msgKey(), message.content());
        };
    }

    private String group() {
        return "cid" + chat + "==";
    }

    @Override
    public Optional<ShownMessage> press(String botId, String webhook, String label) throws Exception {
        DingTalkMessage question = platform.dingTalk().messages(group()).stream()
                .filter(message ->
                        message.content().path("sys_full_json_obj").asText().contains("msgButtons"))
                .findFirst()
                .orElseThrow();
        JsonNode answer =
                stream.act(DingTalkEvents.press(question, label, PERSON)).await();
        JsonNode tips =
                FrontDoor.JSON.readTree(answer.path("data").asText()).at("/response/userPrivateData/cardParamMap/tips");
        return Optional.ofNullable(tips.textValue()).map(text -> ShownMessage.notice("shown in the card", text));
    }
}
