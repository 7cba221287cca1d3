package dev.agenthost.walk.picture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.walk.picture.ChatPicture.Panel;
import dev.agenthost.walk.picture.ShownBlock.Button;
import dev.agenthost.walk.picture.ShownBlock.Buttons;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class ChatSvgTest {
    private static final Button ORDER = Button.of("Order", Button.Tone.PRIMARY);

    @Test
    void allWordsOfAMessageAreDrawnAndItsMarkupIsText() throws Exception {
        List<ShownBlock> blocks = MarkdownBlocks.of("""
                # Head
                A **bold** `a<b` & more

                > quoted

                1. first
                   - inner

                | A | B |
                |---|---|
                | 1 | 2 |

                ```
                code </text>
                ```
                """);
        Document svg = parsed(ChatSvg.of(picture(ShownMessage.ofAgent(blocks))));

        assertThat(texts(svg))
                .contains("Head", "A bold a<b & more", "quoted", "1.", "first", "•", "inner", "A", "B", "1", "2")
                .contains("code </text>");
    }

    @Test
    void theCaptionIsInThePicture() throws Exception {
        assertThat(texts(parsed(ChatSvg.of(picture(ShownMessage.ofPerson("hello"))))))
                .contains("Drawing of what the scripted counterpart received; not a picture of Chat.");
    }

    @Test
    void aPressedButtonIsMarkedAndTheOtherOneIsNot() throws Exception {
        ShownMessage question = ShownMessage.ofAgent(List.of(new Buttons(List.of(ORDER))));

        assertThat(ChatSvg.of(picture(question))).doesNotContain("pressed by");
        assertThat(ChatSvg.of(picture(question.pressed("Wait")))).doesNotContain("pressed by");
        assertThat(texts(parsed(ChatSvg.of(picture(question.pressed("Order"))))))
                .contains("Order", "pressed by Ada");
    }

    @Test
    void anUnfinishedAnswerHasABorderOfItsOwn() {
        ShownMessage answer = ShownMessage.ofAgent(List.of(ShownBlock.Paragraph.plain("so far")));
        ChatPicture growing =
                new ChatPicture("Chat", "private", "#123456", List.of(new Panel("one", true, List.of(answer))));

        assertThat(ChatSvg.of(growing)).contains("class=\"agent growing\"");
        assertThat(ChatSvg.of(picture(answer))).doesNotContain("class=\"agent growing\"");
    }

    private static ChatPicture picture(ShownMessage message) {
        return new ChatPicture("Chat", "private", "#123456", List.of(new Panel("one", false, List.of(message))));
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> texts(Document svg) {
        NodeList texts = svg.getElementsByTagName("text");
        return IntStream.range(0, texts.getLength())
                .mapToObj(at -> texts.item(at).getTextContent())
                .toList();
    }
}
