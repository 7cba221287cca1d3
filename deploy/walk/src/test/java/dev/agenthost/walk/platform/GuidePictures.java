package dev.agenthost.walk.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.testkit.dingtalk.ScriptedDingTalkStream;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.picture.ChatPicture;
import dev.agenthost.walk.picture.ChatPicture.Panel;
import dev.agenthost.walk.picture.ChatSvg;
import dev.agenthost.walk.picture.ShownMessage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/**
 * The pictures of the guides: one conversation with the whole box, drawn from the messages that the counterpart of each platform received.
 * With {@code -Dpictures.write=true} they are written, otherwise compared.
 */
interface GuidePictures extends PlatformScenario {
    Path GUIDES = Path.of("../../docs/platforms");

    HeldTelegram heldTelegram();

    HeldOneBot heldOneBot();

    HeldLark heldLark();

    HeldSlack heldSlack();

    HeldDiscord heldDiscord();

    HeldDingTalk heldDingTalk();

    HeldWeCom heldWeCom();

    @Test
    default void thePictureOfTelegramShowsTheReceivedMessages() throws Exception {
        compare(new TelegramGuideChat(heldTelegram(), newChat()));
    }

    @Test
    default void thePictureOfOneBotShowsTheReceivedMessages() throws Exception {
        compare(new OneBotGuideChat(heldOneBot(), newChat()));
    }

    @Test
    default void thePictureOfLarkShowsTheReceivedMessages() throws Exception {
        compare(new LarkGuideChat(heldLark(), newChat()));
    }

    @Test
    default void thePictureOfSlackShowsTheReceivedMessages() throws Exception {
        compare(new SlackGuideChat(heldSlack(), newChat()));
    }

    @Test
    default void thePictureOfDiscordShowsTheReceivedMessages() throws Exception {
        compare(new DiscordGuideChat(heldDiscord(), newChat()));
    }

    @Test
    default void thePictureOfDingTalkShowsTheReceivedMessages() throws Exception {
        try (ScriptedDingTalkStream stream = heldDingTalk().stream()) {
            DingTalkGuideChat chat = new DingTalkGuideChat(heldDingTalk(), stream, newChat());
            compare(chat);
            HeldDingTalk.disconnect(walk(), botId(chat), stream);
        }
    }

    @Test
    default void thePictureOfWeComShowsTheReceivedMessages() throws Exception {
        compare(new WeComGuideChat(heldWeCom(), newChat()));
    }

    /** A second attempt has a chat and a bot of its own. */
    private static long newChat() {
        return ThreadLocalRandom.current().nextLong(48_000_000, 49_000_000);
    }

    private static String botId(GuideChat chat) {
        return chat.platform().name() + "-guide-" + chat.chat();
    }

    private void compare(GuideChat chat) throws Exception {
        ChatPicture picture = new ChatPicture(chat.title(), chat.kind(), chat.accent(), panels(chat));
        String name = chat.platform().name();
        Path file = GUIDES.resolve(name + ".svg");
        if (Boolean.getBoolean("pictures.write")) {
            Files.writeString(file, ChatSvg.of(picture));
        }
        assertThat(ChatSvg.of(picture).lines())
                .as("%s; -Dpictures.write=true writes it", file)
                .containsExactlyElementsOf(Files.readAllLines(file));
        assertThat(Files.readString(GUIDES.resolve(name + ".md"))).contains("](" + name + ".svg)", picture.caption());
    }

    private List<Panel> panels(GuideChat chat) throws Exception {
        String botId = botId(chat);
        String webhook = walk().box.frontDoor() + "/webhooks/" + chat.platform().name() + "/" + botId;
        register(chat, botId);
        CountDownLatch isSeen = new CountDownLatch(1);
        try (RunnerHost runner = RunnerHost.connect(
                walk().box.runnerAddress(), walk().box.keys().runnerKey(), GuideAgent.plugin(isSeen))) {
            await("the runner").atMost(LONG).until(runner::isRegistered);
            write(chat, webhook, GuideAgent.MESSAGE);
            ShownMessage person = ShownMessage.ofPerson(chat.asShown(GuideAgent.MESSAGE));
            List<Panel> panels = new ArrayList<>();
            if (chat.hasUnfinishedAnswers()) {
                await("the whole beginning of the answer").atMost(LONG).until(() -> chat.shown().stream()
                        .anyMatch(message -> message.text().contains(GuideAgent.LAST_OF_BEGINNING)));
                panels.add(panel("While the answer grows", true, person, chat.shown()));
            }
            isSeen.countDown();
            await("the question").atMost(LONG).until(() -> chat.shown().stream().anyMatch(GuidePictures::isQuestion));
            int question = question(chat);
            panels.add(
                    panel("The answer and its file", false, person, chat.shown().subList(0, question)));
            panels.add(new Panel("A question and the response", false, respond(chat, botId, webhook, question)));
            return panels;
        }
    }

    private static Panel panel(String title, boolean isGrowing, ShownMessage person, List<ShownMessage> shown) {
        List<ShownMessage> messages = new ArrayList<>(List.of(person));
        messages.addAll(shown);
        return new Panel(title, isGrowing, messages);
    }

    /** A press, the answer of the agent to it, and, if there still are buttons, a press that comes too late; without buttons a response in words. */
    private List<ShownMessage> respond(GuideChat chat, String botId, String webhook, int question) throws Exception {
        boolean hasButtons = chat.shown().get(question).hasButtons();
        Optional<ShownMessage> notice = Optional.empty();
        if (hasButtons) {
            notice = chat.press(botId, webhook, GuideAgent.YES);
        } else {
            write(chat, webhook, GuideAgent.YES_IN_WORDS);
        }
        await("the answer to the response")
                .atMost(LONG)
                .until(() -> chat.shown().getLast().text().contains(GuideAgent.LAST));
        List<ShownMessage> messages =
                new ArrayList<>(chat.shown().subList(question, chat.shown().size()));
        messages.set(0, messages.getFirst().pressed(GuideAgent.YES));
        if (hasButtons) {
            notice.ifPresent(shown -> messages.add(1, shown));
        } else {
            messages.add(1, ShownMessage.ofPerson(chat.asShown(GuideAgent.YES_IN_WORDS)));
        }
        if (hasButtons && chat.keepsButtons()) {
            chat.press(botId, webhook, GuideAgent.NO)
                    .map(shown -> shown.at("“" + GuideAgent.NO + "” pressed later, " + shown.place()))
                    .ifPresent(messages::add);
        }
        return messages;
    }

    private static int question(GuideChat chat) throws Exception {
        List<ShownMessage> shown = chat.shown();
        int at = 0;
        while (!isQuestion(shown.get(at))) {
            at++;
        }
        return at;
    }

    private static boolean isQuestion(ShownMessage message) {
        return message.text().contains(GuideAgent.TITLE);
    }

    /** A replica knows a new bot within seconds. */
    private static void write(GuideChat chat, String webhook, String text) {
        await("the bot").atMost(LONG).until(() -> chat.write(webhook, text) / 100 == 2);
    }

    private void register(GuideChat chat, String botId) {
        ObjectNode bot = FrontDoor.JSON
                .createObjectNode()
                .put("bot_id", botId)
                .put("platform", chat.platform().name());
        chat.complete(bot);
        assertThat(walk().door.call("POST", "/api/v1/bots", bot).status()).isEqualTo(201);
        walk().demo.bind(botId, walk().demo.agent("a-" + botId, GuideAgent.ID, NO_POLICIES));
    }
}
