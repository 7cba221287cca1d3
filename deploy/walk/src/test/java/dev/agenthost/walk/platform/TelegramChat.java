package dev.agenthost.walk.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import dev.agenthost.testkit.telegram.ScriptedTelegram;
import dev.agenthost.walk.box.Demo;
import dev.agenthost.walk.box.FrontDoor;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A chat at a scripted Telegram with a bot of the whole box, as the guide connects it: registered by one request, without a restart. */
interface TelegramChat extends PlatformScenario {
    long GROUP = -8001;
    long OPERATOR = 7007;

    HeldTelegram heldTelegram();

    private ScriptedTelegram telegram() {
        return heldTelegram().telegram();
    }

    @Test
    default void aMessageIsAnsweredInTheChatAndAQuestionByItsButtons() throws Exception {
        register("support");
        walk().demo.bind("support", walk().demo.agent("a-support", Demo.ECHO, NO_POLICIES));
        callWebhook("support");
        telegram().write(5001, "hello");

        ObjectNode answer = await("the answer").atMost(LONG).until(() -> botMessage(5001), found -> found != null);
        assertThat(answer.path("text").asText()).contains("hello");
        assertThat(telegram().calls("sendChatAction")).isNotEmpty();

        walk().demo
                .bind(
                        "b-asker",
                        "asker",
                        walk().demo.agent("a-asker", AskingAgent.ID, NO_POLICIES),
                        "message.received");
        register("asker");
        callWebhook("asker");
        try (RunnerHost runner =
                RunnerHost.connect(walk().box.runnerAddress(), walk().box.keys().runnerKey(), AskingAgent.plugin())) {
            await("the runner").atMost(LONG).until(runner::isRegistered);
            telegram().write(6001, "deploy");
            ObjectNode question =
                    await("the question").atMost(LONG).until(() -> botMessage(6001), found -> found != null);
            JsonNode buttons = question.at("/reply_markup/inline_keyboard");
            assertThat(buttons.findValuesAsText("text"))
                    .as(telegram().messages(6001).toString())
                    .containsExactly("Yes", "No");

            press(question, buttons.at("/1/0/callback_data").asText());
            await("the answer to the button").atMost(LONG).until(() -> telegram().messages(6001).stream()
                    .anyMatch(message -> message.path("text").asText().equals("no of deploy")));

            press(question, buttons.at("/0/0/callback_data").asText());
            await("the refusal of the other button")
                    .atMost(LONG)
                    .until(() -> telegram().calls("answerCallbackQuery").stream()
                            .anyMatch(call -> call.parameters()
                                    .path("text")
                                    .asText()
                                    .equals("This question has already been answered.")));
        }
    }

    /** The bytes come from context-store; the unfinished answer is one message that grows. */
    @Test
    default void anAnswerInAGroupGrowsInOneMessageAndItsFileFollows() throws Exception {
        walk().demo
                .bind(
                        "b-painter",
                        "painter",
                        walk().demo.agent("a-painter", "plugin:walk/painter/default", NO_POLICIES),
                        "message.received");
        register("painter");
        callWebhook("painter");
        byte[] picture = new byte[600_000];
        new Random(1).nextBytes(picture);
        CountDownLatch isSeen = new CountDownLatch(1);
        try (RunnerHost runner = RunnerHost.connect(
                walk().box.runnerAddress(), walk().box.keys().runnerKey(), painter(picture, isSeen))) {
            await("the runner").atMost(LONG).until(runner::isRegistered);
            telegram().update("message", groupMessage("draw"));

            await("the preview").atMost(LONG).until(() -> texts(GROUP).equals(List.of("I draw")));
            isSeen.countDown();

            await("the file")
                    .atMost(LONG)
                    .until(() -> telegram().messages(GROUP).size() == 2);
            assertThat(texts(GROUP)).containsExactly("I draw a picture", "");
            assertThat(telegram().calls("sendDocument").getLast().files().get("document"))
                    .isEqualTo(picture);
        }
    }

    /** The agent answers, the operator takes the conversation over and answers himself, and the agent answers again after the end. */
    @Test
    default void aPersonTakesTheConversationOverAndGivesItBack() throws Exception {
        walk().demo
                .bind(
                        "b-helpdesk",
                        "helpdesk",
                        walk().demo.agent("a-helpdesk", Demo.ECHO, NO_POLICIES),
                        "message.received");
        register("helpdesk");
        callWebhook("helpdesk");
        long chat = 7001;
        String takeover = "/api/v1/takeovers/helpdesk/" + chat;
        telegram().write(chat, "first");
        await("the answer").atMost(LONG).until(() -> isAnswered(chat, "first"));

        assertThat(walk().door.call("PUT", takeover, null).status()).isEqualTo(200);
        telegram().write(chat, "second");
        ObjectNode message =
                FrontDoor.JSON.createObjectNode().put("message_id", "m1").put("text", "This is Ada.");
        assertThat(walk().door.call("POST", takeover + "/messages", message).status())
                .isEqualTo(202);
        await("the message of the operator").atMost(LONG).until(() -> texts(chat)
                .contains("This is Ada."));
        await("the reason")
                .atMost(LONG)
                .until(() -> walk().door
                                .get("/api/v1/runs?bot_id=helpdesk&conversation_id=" + chat + "&code=taken_over")
                                .body()
                                .path("items")
                                .size()
                        == 1);

        assertThat(walk().door.call("DELETE", takeover, null).status()).isEqualTo(204);
        await("the answer after the end")
                .atMost(LONG)
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> {
                    telegram().write(chat, "third");
                    return isAnswered(chat, "third");
                });
        assertThat(isAnswered(chat, "second")).isFalse();
    }

    @Test
    default void anOperatorTakesTheConversationOverByACommandInTheChat() throws Exception {
        walk().demo.bind("b-desk", "desk", walk().demo.agent("a-desk", Demo.ECHO, NO_POLICIES), "message.received");
        register("desk");
        callWebhook("desk");
        telegram().write(OPERATOR, "first");
        await("the answer").atMost(LONG).until(() -> isAnswered(OPERATOR, "first"));

        telegram().write(OPERATOR, "/takeover 10m");
        await("the words of the takeover").atMost(LONG).until(() -> isAnswered(OPERATOR, "The agent is paused until"));
        telegram().write(OPERATOR, "second");
        await("the reason")
                .atMost(LONG)
                .until(() -> walk().door
                                .get("/api/v1/runs?bot_id=desk&conversation_id=" + OPERATOR + "&code=taken_over")
                                .body()
                                .path("items")
                                .size()
                        == 1);

        telegram().write(OPERATOR, "/release");
        await("the words of the release").atMost(LONG).until(() -> isAnswered(OPERATOR, "The agent answers again."));
        await("the answer after the end")
                .atMost(LONG)
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> {
                    telegram().write(OPERATOR, "third");
                    return isAnswered(OPERATOR, "third");
                });
        assertThat(isAnswered(OPERATOR, "second")).isFalse();
        assertThat(texts(OPERATOR))
                .filteredOn(text -> text.startsWith("The agent is paused"))
                .hasSize(1);
    }

    private boolean isAnswered(long chat, String text) {
        return telegram().messages(chat).stream()
                .anyMatch(message -> message.at("/from/is_bot").asBoolean()
                        && message.path("text").asText().contains(text));
    }

    private ObjectNode groupMessage(String text) {
        ObjectNode message = FrontDoor.JSON.createObjectNode().put("message_id", 77);
        message.put("date", Instant.now().getEpochSecond()).put("text", text);
        message.putObject("from").put("id", 5).put("is_bot", false).put("first_name", "Ada");
        message.putObject("chat").put("id", GROUP).put("type", "supergroup").put("title", "Shop");
        return message;
    }

    private List<String> texts(long chat) {
        return telegram().messages(chat).stream()
                .map(message -> message.path("text").asText())
                .toList();
    }

    private RunnerPlugin painter(byte[] picture, CountDownLatch isSeen) {
        RunnerSpec spec = RunnerSpec.named("default").capabilities("streaming");
        return RunnerPlugin.of("walk", "painter").runner(spec, (context, out, api) -> {
            out.artifact("file", "picture.bin", "application/octet-stream", picture);
            out.delta("I draw");
            isSeen.await();
            out.message("I draw a picture");
        });
    }

    private ObjectNode botMessage(long chatId) {
        return telegram().messages(chatId).stream()
                .filter(message -> message.at("/from/is_bot").asBoolean())
                .findFirst()
                .orElse(null);
    }

    private void press(ObjectNode question, String data) {
        ObjectNode press = FrontDoor.JSON
                .createObjectNode()
                .put("id", "q" + data.hashCode())
                .put("data", data);
        press.putObject("from")
                .put("id", question.at("/chat/id").asLong())
                .put("is_bot", false)
                .put("first_name", "Ada");
        press.set("message", question);
        telegram().update("callback_query", press);
    }

    private void register(String botId) {
        ObjectNode bot = FrontDoor.JSON.createObjectNode().put("bot_id", botId).put("platform", "telegram");
        ObjectNode secrets = bot.putObject("secrets");
        secrets.putArray("webhook").add("TELEGRAM_HOOK");
        secrets.putArray("token").add("TELEGRAM_TOKEN");
        bot.putObject("options")
                .put("user_id", 4000)
                .put("username", "shop_bot")
                .putArray("operators")
                .add(Long.toString(OPERATOR));
        assertThat(walk().door.call("POST", "/api/v1/bots", bot).status()).isEqualTo(201);
    }

    private void callWebhook(String botId) throws Exception {
        ObjectNode webhook = FrontDoor.JSON.createObjectNode().put("secret_token", HeldTelegram.HOOK);
        webhook.put("url", walk().box.frontDoor() + "/webhooks/telegram/" + botId);
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(
                                    URI.create(telegram().baseUrl() + "/bot" + HeldTelegram.TOKEN + "/setWebhook"))
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(webhook.toString()))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
        }
    }
}
