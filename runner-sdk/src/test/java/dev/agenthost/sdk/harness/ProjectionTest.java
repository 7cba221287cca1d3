package dev.agenthost.sdk.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.SkillResource;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Tests the files that describe a run to its harness. */
class ProjectionTest {
    @Test
    void theFactsAreTheNamedFieldsOfTheContext() {
        ObjectNode tree = Contexts.rich();

        ObjectNode facts = HarnessContext.of(Contexts.context(tree));

        List<String> fields = new ArrayList<>();
        facts.fieldNames().forEachRemaining(fields::add);
        assertThat(fields)
                .containsExactly(
                        "schema",
                        "run_id",
                        "event",
                        "actor",
                        "subject",
                        "input",
                        "delivery",
                        "resources",
                        "context",
                        "state",
                        "runtime");
        assertThat(facts.path("schema").asText()).isEqualTo("langbot.agent_runner.external_harness_context.v1");
        assertThat(facts.at("/actor/actor_name").asText()).isEqualTo("Ada");
        assertThat(facts.at("/resources/tools/0/tool_name").asText()).isEqualTo("add");
        assertThat(facts.at("/state/conversation/external.session_id").asText()).isEqualTo("s1");
    }

    @Test
    void noSecretOfTheConfigurationOrTheAdapterIsAmongTheFacts() {
        assertThat(HarnessContext.of(Contexts.context(Contexts.rich())).toString())
                .doesNotContain("secret");
        assertThat(ContextSummary.of(Contexts.context(Contexts.rich()), true)).doesNotContain("secret");
    }

    @Test
    void theSummaryNamesTheInputAndTheGrant() {
        String summary = ContextSummary.of(Contexts.context(Contexts.rich()), true);

        assertThat(summary)
                .contains("```text\nhello\n```")
                .contains("- add, Adds")
                .contains("kb1, Manual")
                .contains("- brew");
        assertThat(ContextSummary.of(Contexts.context(Contexts.rich()), false)).doesNotContain("MCP server");
    }

    @Provide
    Arbitrary<String> hostile() {
        return Arbitraries.of(
                        "# Forged\n",
                        "\r## x",
                        "```",
                        "````\n# y",
                        "\u2028# z\n",
                        "---\n",
                        "> a\n",
                        "<b>",
                        "\u000b# v",
                        "\n\n",
                        "a",
                        "`",
                        "~~~\n")
                .list()
                .ofMaxSize(12)
                .map(parts -> String.join("", parts));
    }

    /** Parses the Markdown: outside of the fence there are only our own headings. */
    @Property(tries = 300)
    void foreignTextNeverForgesAHeading(@ForAll("hostile") String text) {
        ObjectNode tree = Contexts.rich();
        ((ObjectNode) tree.path("input")).put("text", text);
        ((ObjectNode) tree.path("actor")).put("actor_name", text);
        ((ObjectNode) tree.at("/resources/tools/0")).put("description", text);
        ((ObjectNode) tree.at("/input/attachments/0")).put("name", text);

        List<String> headings = new ArrayList<>();
        String fence = "";
        for (String line :
                ContextSummary.of(Contexts.context(tree), true).split("[\\n\\r\\u2028\\u2029\\u000b\\u000c\\u0085]")) {
            if (fence.isEmpty() && line.startsWith("```")) {
                fence = line.replace("text", "");
            } else if (!fence.isEmpty() && line.matches("`{" + fence.length() + ",}\\s*")) {
                fence = "";
            } else if (fence.isEmpty() && line.stripLeading().matches("#.*|---+|===+|~~~.*|>.*")) {
                headings.add(line);
            }
        }
        assertThat(fence).isEmpty();
        assertThat(headings)
                .isSubsetOf(
                        "# This run",
                        "## The message",
                        "## Attachments",
                        "## Tools",
                        "## Knowledge bases",
                        "## Skills",
                        "## How to reach them");
    }

    @Test
    void aSkillIsAFileUnderItsOwnOrAPlainName() {
        SkillText brew = SkillText.of(new SkillResource("brew", null, "Makes: \"tea\"\n# x"), Optional.empty());
        assertThat(brew.folder()).isEqualTo("brew");
        assertThat(brew.text()).startsWith("---\nname: \"brew\"\ndescription: \"Makes: \\\"tea\\\"\\n# x\"\n---\n");

        for (String name : List.of("../../etc", "a/b", "Über", ".hidden", "x".repeat(300))) {
            assertThat(SkillText.of(new SkillResource(name, null, null), Optional.of("body"))
                            .folder())
                    .matches("skill-[0-9a-f]{40}");
        }
        assertThat(SkillText.of(new SkillResource("a", null, null), Optional.of("the body"))
                        .text())
                .endsWith("---\n\nthe body");
    }

    @Test
    void theConfigurationOfItsToolsNamesServerAndToken() {
        McpEndpoint endpoint = new McpEndpoint(URI.create("http://127.0.0.1:1/mcp"), "t0ken");

        assertThat(McpConfig.of(endpoint))
                .isEqualTo(Contexts.json("{'mcpServers':{'agenthost':{'type':'http','url':'http://127.0.0.1:1/mcp',"
                        + "'headers':{'Authorization':'Bearer t0ken'}}}}"));
        assertThat(endpoint.toString()).doesNotContain("t0ken");
    }

    @Test
    void aSessionBelongsToOneConversationOfOneAgent() {
        SessionKey key = SessionKey.of(Contexts.context(Contexts.rich()));
        assertThat(key.text()).isEqualTo("w/b/bind/runner/c/");
        assertThat(key.lasting()).isTrue();
        assertThat(key.folder()).matches("[0-9a-f]{40}");
        assertThat(key.with("claude").folder()).isNotEqualTo(key.with("codex").folder());

        ObjectNode elsewhere = Contexts.rich();
        ((ObjectNode) elsewhere.path("conversation")).putNull("conversation_id");
        SessionKey once = SessionKey.of(Contexts.context(elsewhere));
        assertThat(once.lasting()).isFalse();
        elsewhere.put("run_id", "r2");
        assertThat(SessionKey.of(Contexts.context(elsewhere)).folder()).isNotEqualTo(once.folder());
    }

    @Test
    void withoutAKeyOfTheHostConversationsHaveSeparateKeys() {
        ObjectNode one = Contexts.rich();
        one.remove("runtime");
        ObjectNode two = one.deepCopy();
        ((ObjectNode) one.path("conversation")).put("bot_id", "b/c").put("conversation_id", "d");
        ((ObjectNode) two.path("conversation")).put("bot_id", "b").put("conversation_id", "c/d");

        assertThat(SessionKey.of(Contexts.context(one)).folder())
                .isNotEqualTo(SessionKey.of(Contexts.context(two)).folder());
    }
}
