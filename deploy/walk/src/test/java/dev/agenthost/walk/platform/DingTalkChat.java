package dev.agenthost.walk.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.testkit.dingtalk.DingTalkMessage;
import dev.agenthost.testkit.dingtalk.ScriptedDingTalk;
import dev.agenthost.testkit.dingtalk.ScriptedDingTalkStream;
import dev.agenthost.walk.box.Demo;
import dev.agenthost.walk.box.FrontDoor;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A group at a scripted DingTalk with a bot of the whole box: messages and presses over the connection in, messages and cards out. */
interface DingTalkChat extends PlatformScenario {

    HeldDingTalk heldDingTalk();

    private ScriptedDingTalk dingTalk() {
        return heldDingTalk().dingTalk();
    }

    @Test
    default void aMentionIsAnsweredOnceHoweverOftenItComes() {
        try (ScriptedDingTalkStream stream = connect("dingtalk-support")) {
            walk().demo.bind("dingtalk-support", walk().demo.agent("a-dingtalk", Demo.ECHO, NO_POLICIES));
            ObjectNode mention = DingTalkEvents.inGroup("cidsupport==", "staff1", "hello **DingTalk**");

            stream.say(mention);
            stream.say(mention);

            await("the answer")
                    .atMost(LONG)
                    .until(() -> texts("cidsupport==").toString().contains("hello **DingTalk**"));
            stream.say(DingTalkEvents.inGroup("cidsupport==", "staff1", "again"));
            await("the second answer")
                    .atMost(LONG)
                    .until(() -> texts("cidsupport==").toString().contains("again"));
            assertThat(texts("cidsupport==")).hasSize(2);
            HeldDingTalk.disconnect(walk(), "dingtalk-support", stream);
        }
    }

    @Test
    default void aQuestionIsAnsweredByTheButtonOfItsCardAtDingTalk() throws Exception {
        try (ScriptedDingTalkStream stream = connect("dingtalk-asker");
                RunnerHost runner = RunnerHost.connect(
                        walk().box.runnerAddress(), walk().box.keys().runnerKey(), AskingAgent.plugin())) {
            walk().demo
                    .bind(
                            "b-dingtalk-asker",
                            "dingtalk-asker",
                            walk().demo.agent("a-dingtalk-asker", AskingAgent.ID, NO_POLICIES),
                            "message.received");
            await("the runner").atMost(LONG).until(runner::isRegistered);
            stream.say(DingTalkEvents.inGroup("cidasker==", "staff1", "deploy"));
            await("the question").atMost(LONG).until(() -> messages("cidasker==").stream()
                    .anyMatch(message -> message.msgKey().equals(DingTalkMessage.CARD)));
            DingTalkMessage question = messages("cidasker==").stream()
                    .filter(message -> message.msgKey().equals(DingTalkMessage.CARD))
                    .findFirst()
                    .orElseThrow();

            stream.act(DingTalkEvents.press(question, "No", "staff1"));

            await("the answer to the button")
                    .atMost(LONG)
                    .until(() -> texts("cidasker==").toString().contains("no of deploy"));
            HeldDingTalk.disconnect(walk(), "dingtalk-asker", stream);
        }
    }

    private List<DingTalkMessage> messages(String chat) {
        return dingTalk().messages(chat);
    }

    private List<String> texts(String chat) {
        return messages(chat).stream().map(DingTalkMessage::text).toList();
    }

    /** Registers a bot whose messages arrive over a connection of its own. */
    private ScriptedDingTalkStream connect(String botId) {
        ScriptedDingTalkStream stream = heldDingTalk().stream();
        ObjectNode bot = FrontDoor.JSON.createObjectNode().put("bot_id", botId).put("platform", "dingtalk");
        heldDingTalk().completeConnected(bot);
        assertThat(walk().door.call("POST", "/api/v1/bots", bot).status()).isEqualTo(201);
        await("the connection").atMost(LONG).until(() -> stream.connections() > 0);
        return stream;
    }
}
