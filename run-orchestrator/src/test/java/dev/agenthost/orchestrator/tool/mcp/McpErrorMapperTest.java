package dev.agenthost.orchestrator.tool.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.tool.ToolOutcome;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests that an error of a tool server is stated as retryable only if the call certainly had no effect. */
class McpErrorMapperTest {
    private static final Set<McpException.Kind> WITHOUT_EFFECT =
            Set.of(McpException.Kind.UNREACHABLE, McpException.Kind.NOT_OURS, McpException.Kind.BUSY);

    @Test
    void onlyCallsThatWereNotMadeAreRetryable() {
        for (McpException.Kind kind : McpException.Kind.values()) {
            assertThat(isRetryable(new McpException(kind, "why")))
                    .as(kind.name())
                    .isEqualTo(WITHOUT_EFFECT.contains(kind));
        }
    }

    @Test
    void aFailureOfTheHostMayHaveFollowedTheCall() {
        assertThat(isRetryable(new IllegalStateException("lost"))).isFalse();
    }

    private static boolean isRetryable(Throwable why) {
        return ((ToolOutcome.Refused) McpErrorMapper.answer(why)).error().retryable();
    }
}
