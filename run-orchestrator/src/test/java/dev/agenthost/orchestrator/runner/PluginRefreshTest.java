package dev.agenthost.orchestrator.runner;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.RecordingFrameSink;
import dev.agenthost.orchestrator.wire.WireLink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PluginRefreshTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final RecordingFrameSink outlet = new RecordingFrameSink();
    private final WireLink link = new WireLink(outlet, (request, reply) -> {});
    private final ConnectionSlots seats = new ConnectionSlots(link, () -> 0, () -> {});
    private final List<JsonNode> described = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();
    private final PluginRefresh redescription = new PluginRefresh(link, seats, () -> 1, described::add, failed::add);
    private long now;

    @Test
    void sendsOneRequestForManyRefreshes() {
        second();
        assertThat(outlet.sent).isEmpty();

        redescription.request();
        redescription.request();
        second();
        redescription.request();
        second();
        assertThat(outlet.sent).hasSize(1).first().asString().contains("get_plugin_container");

        answer(1, "{\"code\":0,\"data\":{\"n\":1}}");
        assertThat(described).hasSize(1);
        // A refresh during a pending request sends another request: the response may be older.
        second();
        assertThat(outlet.sent).hasSize(2);
    }

    @Test
    void occupiesASlotAndWaitsForOne() {
        link.request("run_agent", JsonNodeFactory.instance.objectNode(), null, nobody());
        redescription.request();
        second();
        assertThat(outlet.sent).hasSize(1);

        link.forget(1);
        second();
        assertThat(outlet.sent).hasSize(2);
        assertThat(seats.reserve(1)).isFalse();
        answer(2, "{\"code\":0,\"data\":{}}");
        assertThat(seats.reserve(1)).isTrue();
    }

    @Test
    void givesUpAfterTheRequestLimit() {
        redescription.request();
        second();
        now += Duration.ofSeconds(11).toNanos();
        second();
        assertThat(link.inFlight()).isZero();
        answer(1, "{\"code\":0,\"data\":{}}");
        assertThat(described).isEmpty();

        redescription.request();
        second();
        assertThat(outlet.sent).hasSize(2);
    }

    @Test
    void aRefusalChangesNothing() {
        redescription.request();
        second();
        answer(1, "{\"code\":1,\"message\":\"busy\",\"data\":{}}");

        assertThat(described).isEmpty();
        assertThat(link.inFlight()).isZero();
        redescription.request();
        second();
        assertThat(outlet.sent).hasSize(2);
    }

    private void second() {
        now += SECOND;
        redescription.check(now);
    }

    private void answer(int number, String frame) {
        link.received("{\"seq_id\":" + number + ",\"chunk_status\":\"continue\"," + frame.substring(1));
    }

    private static WireLink.Answers nobody() {
        return new WireLink.Answers() {
            @Override
            public void answered(Frame.Response response, int size) {}

            @Override
            public void lost(String why) {}
        };
    }
}
