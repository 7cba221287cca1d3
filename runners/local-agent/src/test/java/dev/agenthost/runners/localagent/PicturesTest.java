package dev.agenthost.runners.localagent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.runners.localagent.picture.ImageLoader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests photos as references to artifacts, the form in which every surface sends them. */
class PicturesTest {
    private static final int MIB = 1024 * 1024;

    private final ConversationHost host = new ConversationHost();

    @BeforeEach
    void start() {
        host.artifactsRead = true;
        host.models.put("m1", request -> ConversationHost.answer("I see"));
    }

    @Test
    void aPhotoWithoutWordsIsShownToTheModel() throws Exception {
        host.artifacts.put("a1", png(3 * MIB));

        var said = host.emit(photo("a1"));

        assertThat(ConversationHost.messages(said)).containsExactly("I see");
        JsonNode content = host.asked.getFirst().at("/messages/1/content");
        assertThat(content).hasSize(1);
        assertThat(image(content.get(0))).isEqualTo(png(3 * MIB));
    }

    @Test
    void theWordsStandBeforeIt() throws Exception {
        host.artifacts.put("a1", png(10));

        host.emit(photo("a1").put("text", "What is it?"));

        JsonNode content = host.asked.getFirst().at("/messages/1/content");
        assertThat(content.at("/0/text").asText()).isEqualTo("What is it?");
        assertThat(image(content.get(1))).isEqualTo(png(10));
    }

    @Test
    void aLaterTurnBeginsWithTheBytesOfTheTurnWithThePhoto() throws Exception {
        host.artifacts.put("a1", png(1000));
        host.artifacts.put("a2", "GIF89a".getBytes(StandardCharsets.ISO_8859_1));
        host.emit(photo("a1"));
        host.emit(photo("a2", "gone").put("text", "and these?"));
        host.emit(
                ConversationHost.json(
                        "{'text':'and by address?','contents':[{'type':'image_url','image_url':{'url':'https://x.example/i.png'}}]}"));

        host.emit("what did I send?");

        for (int turn = 1; turn < 4; turn++) {
            List<String> before = ConversationHost.sent(host.asked.get(turn - 1));
            assertThat(ConversationHost.sent(host.asked.get(turn)).subList(0, before.size()))
                    .as("turn " + turn)
                    .isEqualTo(before);
        }
        assertThat(ConversationHost.sent(host.asked.getLast()).toString())
                .contains("image/png;base64", "image/gif;base64", "https://x.example/i.png", "gone.png");
    }

    @Test
    void whereItMayNotBeReadTheModelIsToldOfItAndThePersonIsAnswered() throws Exception {
        host.artifactsRead = false;

        var said = host.emit(photo("a1"));

        assertThat(ConversationHost.messages(said)).containsExactly("I see");
        assertThat(ConversationHost.last(host.asked.getFirst()))
                .isEqualTo("[Attached, but you cannot see it: a1.png, image/png]");
    }

    @Test
    void whatIsGoneOrNoImageOrTooLargeIsToldOf() throws Exception {
        host.artifacts.put("page", "<html>".getBytes(StandardCharsets.UTF_8));
        host.artifacts.put("large", png(ImageLoader.MOST_BYTES + 1));
        ObjectNode input = photo("none", "page", "large").put("text", "look");
        input.withArray("attachments")
                .add(ConversationHost.json(
                        "{'artifact_id':'report','mime_type':'application/pdf','name':'re]port\\n.pdf'}"));

        host.emit(input);

        assertThat(ConversationHost.last(host.asked.getFirst()))
                .isEqualTo("look\n[Attached, but you cannot see it: none.png, image/png]\n"
                        + "[Attached, but you cannot see it: page.png, image/png]\n"
                        + "[Attached, but you cannot see it: large.png, image/png]\n"
                        + "[Attached, but you cannot see it: re port .pdf, application/pdf]");
    }

    @Test
    void nobodySaysWhatItIsAndTheBytesDo() throws Exception {
        host.artifacts.put("a1", new byte[] {(byte) 0xff, (byte) 0xd8, (byte) 0xff, 1});

        host.emit(ConversationHost.json("{'text':null,'contents':[],'attachments':[{'artifact_id':'a1'}]}"));

        assertThat(host.asked
                        .getFirst()
                        .at("/messages/1/content/0/image_base64")
                        .asText())
                .startsWith("data:image/jpeg;base64,");
    }

    @Test
    void aRequestHoldsNoMoreThanItHasRoomForAndTheNewestComeFirst() throws Exception {
        for (int i = 0; i < 4; i++) {
            host.artifacts.put("a" + i, png(2 * MIB));
        }

        host.emit(photo("a0", "a1", "a2", "a3"));

        JsonNode content = host.asked.getFirst().at("/messages/1/content");
        assertThat(content).hasSize(3);
        assertThat(content.at("/0/text").asText())
                .contains("a2.png")
                .contains("a3.png")
                .doesNotContain("a1.png");

        host.emit(photo("a3").put("text", "this one"));

        JsonNode now = host.asked.getLast().path("messages");
        assertThat(image(now.get(now.size() - 1).at("/content/1"))).isEqualTo(png(2 * MIB));
    }

    @Test
    void manyReferencesAreToldOfInShort() throws Exception {
        host.artifactsRead = false;
        String[] ids = new String[50];
        Arrays.setAll(ids, i -> "a" + i);

        host.emit(photo(ids));

        assertThat(ConversationHost.last(host.asked.getFirst()).lines())
                .hasSize(9)
                .last()
                .isEqualTo("[More that you cannot see: 42]");
    }

    @Test
    void picturesFillTheWindowAsWordsDo() throws Exception {
        host.artifacts.put("a1", png(10));
        host.models.put(
                "m1",
                request -> ConversationHost.answer(
                        ConversationHost.last(request).contains("Put the conversation")
                                ? "They sent photos."
                                : "I see"));

        for (int turn = 0; turn < 9; turn++) {
            host.emit(photo("a1"));
            assertThat(host.state).doesNotContainKey("local_agent.checkpoint");
        }
        host.emit("and now?");

        assertThat(host.state).containsKey("local_agent.checkpoint");
        assertThat(ConversationHost.sent(host.asked.getLast()).toString()).contains("They sent photos.");
        assertThat(ConversationHost.sent(host.asked.get(host.asked.size() - 2)).toString())
                .contains("a1.png")
                .doesNotContain("base64");
    }

    @Test
    void aModelThatTakesNoImagesIsToldOfThem() throws Exception {
        host.artifacts.put("a1", png(10));
        host.models.put("m1", request -> {
            if (request.toString().contains("image_")) {
                throw ConversationHost.refused("no_images");
            }
            return ConversationHost.answer("I read only");
        });
        host.models.put("m2", host.models.get("m1"));
        ObjectNode input = photo("a1").put("text", "What is it?");
        input.withArray("contents")
                .add(ConversationHost.json("{'type':'image_url','image_url':{'url':'https://x.example/i.png'}}"));

        var said = host.emit(input);

        assertThat(ConversationHost.messages(said)).containsExactly("I read only");
        assertThat(said.getLast()).isInstanceOf(RunCompleted.class);
        assertThat(ConversationHost.last(host.asked.getLast()))
                .isEqualTo("What is it?\n[Attached, but you cannot see it: a1.png, image/png]\n"
                        + "[Images that you cannot see: 1]");
    }

    @Test
    void aModelThatFailsForAnotherReasonIsNotAskedAgain() throws Exception {
        host.artifacts.put("a1", png(10));
        host.models.put("m1", request -> {
            throw ConversationHost.refused("runtime_error");
        });
        host.models.put("m2", host.models.get("m1"));

        assertThat(host.emit(photo("a1")).getLast()).isInstanceOf(RunFailed.class);
        assertThat(host.asked).hasSize(2);
    }

    private static ObjectNode photo(String... ids) {
        ObjectNode input = ConversationHost.json("{'text':null,'contents':[]}");
        for (String id : ids) {
            input.withArray("attachments")
                    .add(ConversationHost.json("{'mime_type':'image/png'}")
                            .put("artifact_id", id)
                            .put("name", id + ".png")
                            .put("size", 10));
        }
        return input;
    }

    private static byte[] png(int size) {
        byte[] begin = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
        return Arrays.copyOf(begin, Math.max(size, begin.length));
    }

    private static byte[] image(JsonNode element) {
        String data = element.path("image_base64").asText();
        assertThat(data).startsWith("data:image/png;base64,");
        return Base64.getDecoder().decode(data.substring("data:image/png;base64,".length()));
    }
}
