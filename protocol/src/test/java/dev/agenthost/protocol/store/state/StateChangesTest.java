package dev.agenthost.protocol.store.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateChangesTest {
    @Test
    void aChangeHasOnlyItsOwnMembers() throws Exception {
        assertThat(text(StateChange.set("k", IntNode.valueOf(1)))).isEqualTo("{\"key\":\"k\",\"value\":1}");
        assertThat(text(StateChange.set("k", IntNode.valueOf(1)).provided(null)))
                .isEqualTo("{\"key\":\"k\",\"value\":1,\"if_absent\":true}");
        assertThat(text(StateChange.delete("k"))).isEqualTo("{\"key\":\"k\",\"delete\":true}");
        StateChange conditional = StateChange.delete("k").provided("e");
        assertThat(text(conditional)).isEqualTo("{\"key\":\"k\",\"delete\":true,\"if_match\":\"e\"}");
        assertThat(ProtocolCodec.decode(ProtocolCodec.encode(conditional), StateChange.class))
                .isEqualTo(conditional);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"value\":1}",
                "{\"key\":\"k\"}",
                "{\"key\":\"k\",\"value\":1,\"delete\":true}",
                "{\"key\":\"k\",\"delete\":true,\"if_absent\":true}",
                "{\"key\":\"k\",\"value\":1,\"if_match\":\"e\",\"if_absent\":true}"
            })
    void aContradictionIsRefused(String json) {
        assertThatThrownBy(() -> ProtocolCodec.decode(json.getBytes(StandardCharsets.UTF_8), StateChange.class))
                .isInstanceOf(UndecodableException.class);
    }

    @Test
    void aCallHasOneChangeOrMoreAndEachKeyOnce() {
        StateChange change = StateChange.delete("k");
        assertThat(changes(List.of(change)).changes()).containsExactly(change);
        assertThatThrownBy(() -> changes(List.of())).isInstanceOf(InvalidFieldException.class);
        assertThatThrownBy(() -> changes(List.of(change, change))).isInstanceOf(InvalidFieldException.class);
        assertThatThrownBy(() -> changes(Collections.nCopies(StateChanges.MOST + 1, change)))
                .isInstanceOf(InvalidFieldException.class);
    }

    private static StateChanges changes(List<StateChange> changes) {
        StateScopeKey scope =
                new StateScopeKey(StateScope.CONVERSATION, "bot", "binding", RunnerId.parse("plugin:a/b/c"), "c/");
        return new StateChanges(
                "w", RunId.parse("0f8fad5b-d9cb-469f-a165-70867728950e"), 1, "1/call/1", scope, changes);
    }

    private static String text(StateChange change) {
        return new String(ProtocolCodec.encode(change), StandardCharsets.UTF_8);
    }
}
