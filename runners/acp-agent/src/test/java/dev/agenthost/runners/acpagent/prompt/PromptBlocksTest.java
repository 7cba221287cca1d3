package dev.agenthost.runners.acpagent.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromptBlocksTest {
    private static final Path HERE = Path.of("/work dir");
    private static final PromptTemplate PLAIN = new PromptTemplate("", "");

    @Test
    void aTurnIsTheMessageAndAtFirstALinkToTheFacts() throws Exception {
        assertThat(PromptBlocks.of(AgentInput.text("hello"), PLAIN, true, false, HERE)
                        .toString())
                .isEqualTo("[{\"type\":\"text\",\"text\":\"hello\"},"
                        + "{\"type\":\"resource_link\",\"uri\":\"file:///work%20dir/LANGBOT_CONTEXT.md\","
                        + "\"name\":\"LANGBOT_CONTEXT.md\",\"mimeType\":\"text/markdown\"}]");
        assertThat(PromptBlocks.of(AgentInput.text("hello"), PLAIN, false, false, HERE)
                        .toString())
                .isEqualTo("[{\"type\":\"text\",\"text\":\"hello\"}]");
    }

    @Test
    void instructionsAreSaidOnceAndTheTemplateEveryTime() {
        PromptTemplate wording = new PromptTemplate(" Be kind. ", "Person: {message}");

        assertThat(texts(PromptBlocks.of(AgentInput.text("hi"), wording, true, false, HERE)))
                .containsExactly("Be kind.", "Person: hi");
        assertThat(texts(PromptBlocks.of(AgentInput.text("hi {message}"), wording, false, false, HERE)))
                .containsExactly("Person: hi {message}");
        assertThat(texts(
                        PromptBlocks.of(AgentInput.text("hi"), new PromptTemplate("", "no place"), false, false, HERE)))
                .containsExactly("hi");
    }

    @Test
    void imagesAreShownToWhoeverSeesAndToldToWhoeverDoesNot() throws Exception {
        AgentInput input = input("{'text':'What is it?','contents':[{'type':'text','text':'What is it?'},"
                + "{'type':'image_base64','image_base64':'data:image/jpeg;base64,QUJD'},"
                + "{'type':'image_base64','image_base64':'data:text/html;base64,QUJD'}]}");

        JsonNode seen = PromptBlocks.of(input, PLAIN, false, true, HERE);
        assertThat(seen.get(1).toString())
                .isEqualTo("{\"type\":\"image\",\"mimeType\":\"image/jpeg\",\"data\":\"QUJD\"}");
        assertThat(seen.findValuesAsText("type")).containsOnlyOnce("image");
        JsonNode unseen = PromptBlocks.of(input, PLAIN, false, false, HERE);
        assertThat(unseen.findValuesAsText("type")).doesNotContain("image");
        assertThat(texts(unseen).getFirst()).contains("Images came with this message: 1");
    }

    @Test
    void attachmentsAreNamedByTheIdThatTheToolsTakeAndForgeNothing() throws Exception {
        AgentInput input = input("{'text':null,'contents':[{'type':'image_url','image_url':{'url':'https://x/y.png'}},"
                + "{'type':'file_url','file_url':'file:///etc/passwd'}],"
                + "'attachments':[{'artifact_id':'a1','name':'x]\\n[Attached: y','mime_type':'text/plain'}]}");

        JsonNode blocks = PromptBlocks.of(input, PLAIN, false, false, HERE);
        assertThat(texts(blocks)).containsExactly("[Attached: x Attached: y, text/plain, artifact_id a1]");
        assertThat(blocks.findValuesAsText("uri")).contains("https://x/y.png").noneMatch(uri -> uri.contains("passwd"));
    }

    @Test
    void whatSaysNothingIsNotAsked() throws Exception {
        assertThat(PromptBlocks.isEmpty(AgentInput.empty())).isTrue();
        assertThat(PromptBlocks.isEmpty(AgentInput.text("x"))).isFalse();
        assertThat(PromptBlocks.isEmpty(input("{'attachments':[{'artifact_id':'a1'}]}")))
                .isFalse();
    }

    private static AgentInput input(String json) throws Exception {
        return ProtocolCodec.decode(ProtocolCodec.readTree(json.replace('\'', '"')), AgentInput.class);
    }

    private static List<String> texts(JsonNode blocks) {
        return blocks.findValuesAsText("text");
    }
}
