package dev.agenthost.local.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.local.box.BoxState;
import dev.agenthost.local.client.Workload;
import dev.agenthost.local.settings.Service;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The open work of the box, as text for people and JSON for programs. */
final class WorkloadTable {
    static final String UNKNOWN = "?";
    /** The cell of a stage without such a figure. */
    private static final String NONE = "-";

    private WorkloadTable() {}

    static Map<Service, List<Integer>> ports(BoxState state) {
        Map<Service, List<Integer>> ports = new EnumMap<>(Service.class);
        Arrays.stream(Service.values())
                .forEach(service -> ports.put(
                        service,
                        state.processes().stream()
                                .filter(process -> process.name().equals(service.module()) && process.pid() != 0)
                                .map(BoxState.ProcessState::port)
                                .toList()));
        return ports;
    }

    static String text(Workload work) {
        var text = new StringBuilder(String.format("%-20s %8s %12s%n", "stage", "lag", "unpublished"));
        for (var service : Service.values()) {
            text.append(String.format(
                    "%-20s %8s %12s%n",
                    service.module(),
                    format(work.lag().get(service)),
                    format(work.unpublished().get(service))));
        }
        return text.append(String.format(
                        Locale.ROOT,
                        "%nruns    %s running, %s queued (oldest %s), %s waiting for their turn%nsends   %s open (oldest %s)",
                        format(work.running()),
                        format(work.queued()),
                        format(work.queueAgeSeconds()),
                        format(work.waiting()),
                        format(work.openSends()),
                        format(work.sendsAgeSeconds())))
                .toString();
    }

    static ObjectNode json(Workload work) {
        var json = JsonNodeFactory.instance.objectNode();
        var stages = json.putObject("stages");
        for (var service : Service.values()) {
            var stage = stages.putObject(service.module());
            put(stage, "lag", work.lag().get(service));
            put(stage, "unpublished", work.unpublished().get(service));
        }
        var runs = json.putObject("runs");
        put(runs, "running", work.running());
        put(runs, "queued", work.queued());
        put(runs, "waiting", work.waiting());
        put(runs, "queue_age_seconds", work.queueAgeSeconds());
        var sends = json.putObject("sends");
        put(sends, "open", work.openSends());
        put(sends, "age_seconds", work.sendsAgeSeconds());
        return json;
    }

    private static void put(ObjectNode node, String name, @Nullable OptionalLong value) {
        if (value != null && value.isPresent()) {
            node.put(name, value.getAsLong());
        } else {
            node.putNull(name);
        }
    }

    private static void put(ObjectNode node, String name, OptionalDouble value) {
        if (value.isPresent()) {
            node.put(name, value.getAsDouble());
        } else {
            node.putNull(name);
        }
    }

    private static String format(@Nullable OptionalLong value) {
        if (value == null) {
            return NONE;
        }
        return value.isPresent() ? Long.toString(value.getAsLong()) : UNKNOWN;
    }

    private static String format(OptionalDouble seconds) {
        return seconds.isPresent() ? String.format(Locale.ROOT, "%.1f s", seconds.getAsDouble()) : UNKNOWN;
    }
}
