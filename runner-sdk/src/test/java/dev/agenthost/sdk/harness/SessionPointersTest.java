package dev.agenthost.sdk.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.context.AgentRunContext;
import org.junit.jupiter.api.Test;

class SessionPointersTest {
    private final AgentRunContext context = Contexts.context(Contexts.rich());
    private final ScriptedRun run = new ScriptedRun();

    @Test
    void theContextBringsThemWithoutACall() {
        SessionPointers stored = SessionPointers.of(context);

        assertThat(stored).isEqualTo(new SessionPointers("s1", "d1", null));
        assertThat(run.called).isEmpty();
    }

    @Test
    void aSessionBelongsToItsOwnFolderOnly() {
        SessionPointers stored = SessionPointers.of(context);

        assertThat(stored.sessionIn("d1")).contains("s1");
        assertThat(stored.sessionIn("d2")).isEmpty();
    }

    @Test
    void storesOnlyChangedPointers() {
        SessionPointers before = SessionPointers.of(context);

        before.store(before, context, run);
        assertThat(run.called).isEmpty();
        new SessionPointers("s2", "d1", IntNode.valueOf(4)).store(before, context, run);
        assertThat(run.called)
                .containsExactly("state_set external.session_id \"s2\"", "state_set external.checkpoint 4");
        new SessionPointers(null, "d1", null).store(before, context, run);
        assertThat(run.called).endsWith("state_delete external.session_id");
    }

    @Test
    void currentStateOverridesTheContext() {
        run.state.put("external.session_id", TextNode.valueOf("later"));

        assertThat(SessionPointers.now(context, run)).isEqualTo(new SessionPointers("later", null, null));
    }

    @Test
    void aRunWithoutStatePermissionStoresNothing() {
        ObjectNode tree = Contexts.rich();
        ((ObjectNode) tree.at("/context/available_apis")).put("state", false);
        AgentRunContext stateless = Contexts.context(tree);

        new SessionPointers("s9", "d9", null).store(SessionPointers.now(stateless, run), stateless, run);

        assertThat(run.called).isEmpty();
    }

    @Test
    void anInvalidIdIsAbsent() {
        ObjectNode tree = Contexts.rich();
        ((ObjectNode) tree.at("/state/conversation")).put("external.session_id", 7);
        assertThat(SessionPointers.of(Contexts.context(tree)).sessionId()).isNull();
        ((ObjectNode) tree.at("/state/conversation")).put("external.session_id", "x".repeat(600));
        assertThat(SessionPointers.of(Contexts.context(tree)).sessionId()).isNull();
    }
}
