package dev.agenthost.runners.localagent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests the window of a model: what is summarised, and what is cut. */
class LocalAgentWindowTest extends LocalAgentFixture {
    @Test
    void aWindowThatCannotBePutInShortIsCutForThisTurnOnly() throws Exception {
        host.config.put("max-messages", 4).put("keep-messages", 2);
        host.models.put("m1", request -> {
            if (ConversationHost.last(request).contains("Put the conversation")) {
                throw ConversationHost.refused("rate_limited");
            }
            return ConversationHost.answer("ok");
        });
        host.models.put("m2", host.models.get("m1"));
        for (int turn = 0; turn < 4; turn++) {
            assertThat(ConversationHost.messages(host.emit("q" + turn))).containsExactly("ok");
        }

        assertThat(host.state).doesNotContainKey("local_agent.checkpoint");
        assertThat(ConversationHost.sent(host.asked.getLast())).hasSize(4);
    }

    @Test
    void aModelsWindowBoundsTheConversationWhereTheConfigurationDoesNot() throws Exception {
        host.resources = windows(1_000_000, 200);
        host.models.put("m1", LocalAgentTest::summariesOrAnswers);
        host.config.put("max-messages", 400);

        // Half of 200 tokens, of which each of these takes 25 and its answer 4.
        for (int turn = 0; turn < 4; turn++) {
            host.emit("x".repeat(100));
            assertThat(host.state).doesNotContainKey("local_agent.checkpoint");
        }
        host.emit("x".repeat(100));
        assertThat(host.state).containsKey("local_agent.checkpoint");
    }

    @Test
    void whatTheConfigurationSaysOfTheWindowCounts() throws Exception {
        host.resources = windows(200, 200);
        host.models.put("m1", LocalAgentTest::summariesOrAnswers);
        host.config.put("max-characters", 60_000);

        for (int turn = 0; turn < 6; turn++) {
            host.emit("x".repeat(100));
        }

        assertThat(host.state).doesNotContainKey("local_agent.checkpoint");
    }

    @Test
    void charactersOfOtherScriptsTakeMoreOfAWindow() throws Exception {
        host.resources = windows(200, 200);
        host.models.put("m1", LocalAgentTest::summariesOrAnswers);

        host.emit("好".repeat(100));
        host.emit("ok");

        assertThat(host.state).containsKey("local_agent.checkpoint");
    }
}
