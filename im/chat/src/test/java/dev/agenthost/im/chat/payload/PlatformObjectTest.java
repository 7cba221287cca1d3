package dev.agenthost.im.chat.payload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class PlatformObjectTest {
    private final ObjectNode node = JsonNodeFactory.instance.objectNode();
    private final PlatformObject object = new PlatformObject(node);

    @Test
    void aMemberOfAnotherTypeReadsAsAbsent() {
        node.put("text", true).put("list", "x").putArray("object");

        assertThat(object.text("text")).isNull();
        assertThat(object.id("text")).isNull();
        assertThat(object.list("list")).isEmpty();
        assertThat(object.object("object")).isNull();
        assertThat(PlatformObject.of(node.get("object"))).isNull();
        assertThat(PlatformObject.of(null)).isNull();
    }

    @Test
    void aTextMayBeANumberAndIsNeverEmpty() {
        node.put("number", 7).put("empty", "");

        assertThat(object.text("number")).isEqualTo("7");
        assertThat(object.text("empty")).isNull();
    }

    @Test
    void anIdIsShortAndWithoutSpaces() {
        node.put("id", "C1").put("spaced", "C 1").put("long", "x".repeat(201));

        assertThat(object.id("id")).isEqualTo("C1");
        assertThat(object.id("spaced")).isNull();
        assertThat(object.id("long")).isNull();
    }

    @Test
    void aListLeavesOutWhatIsNoObject() {
        node.putArray("list").add(7).addNull().addObject().put("a", "b");

        assertThat(object.list("list")).singleElement().satisfies(element -> assertThat(element.text("a"))
                .isEqualTo("b"));
    }

    @Test
    void aNameHasNoControlCharactersAndIsCutBetweenCharacters() {
        node.put("controls", "\u0000Ada\n").put("blank", "\t").put("long", "x".repeat(255) + "😀");

        assertThat(object.name("controls")).isEqualTo("Ada");
        assertThat(object.name("blank")).isNull();
        assertThat(object.name("long")).isEqualTo("x".repeat(255));
    }
}
