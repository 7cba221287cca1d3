package dev.agenthost.local.client;

import dev.agenthost.local.settings.Service;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.DoubleBinaryOperator;

/**
 * The open work of the whole box, as the services last measured it (every few seconds). A figure that no service reported is
 * empty; a stage without such a figure is not in its map.
 *
 * @param lag by stage: unprocessed records, over all its replicas and topics
 * @param unpublished by stage: rows whose record is not yet in Kafka
 */
public record Workload(
        Map<Service, OptionalLong> lag,
        Map<Service, OptionalLong> unpublished,
        OptionalLong waiting,
        OptionalLong queued,
        OptionalLong running,
        OptionalDouble queueAgeSeconds,
        OptionalLong openSends,
        OptionalDouble sendsAgeSeconds) {
    private static final String PREFIX = "agenthost_";

    /** @param expositions of every replica that answered, by service */
    static Workload of(Map<Service, List<String>> expositions) {
        Map<Service, List<List<Metric>>> metrics = new EnumMap<>(Service.class);
        expositions.forEach((service, texts) ->
                metrics.put(service, texts.stream().map(Metric::read).toList()));
        Map<Service, OptionalLong> lag = new EnumMap<>(Service.class);
        Map<Service, OptionalLong> unpublished = new EnumMap<>(Service.class);
        for (Service service : Service.values()) {
            var replicas = metrics.getOrDefault(service, List.of());
            // Lag is that of the replica's own partitions; unpublished rows are those of the shared database.
            put(lag, service, replicas, stage(service) + "_intake_lag", Double::sum);
            put(unpublished, service, replicas, stage(service) + "_unpublished", Math::max);
        }
        var runs = metrics.getOrDefault(Service.RUN_ORCHESTRATOR, List.of());
        var sends = metrics.getOrDefault(Service.DELIVERY_SERVICE, List.of());
        return new Workload(
                lag,
                unpublished,
                whole(overReplicas(runs, "orchestrator_runs_open", Map.of("state", "waiting"), Math::max)),
                whole(overReplicas(runs, "orchestrator_runs_open", Map.of("state", "queued"), Math::max)),
                whole(overReplicas(runs, "orchestrator_runs_open", Map.of("state", "running"), Math::max)),
                overReplicas(runs, "orchestrator_queue_age_seconds", Map.of(), Math::max),
                whole(overReplicas(sends, "delivery_sends_open", Map.of(), Math::max)),
                overReplicas(sends, "delivery_sends_age_seconds", Map.of(), Math::max));
    }

    private static void put(
            Map<Service, OptionalLong> figures,
            Service service,
            List<List<Metric>> replicas,
            String name,
            DoubleBinaryOperator together) {
        boolean has = replicas.stream().flatMap(List::stream).anyMatch(metric -> metric.name()
                .equals(PREFIX + name));
        if (has || replicas.isEmpty()) {
            figures.put(service, whole(overReplicas(replicas, name, Map.of(), together)));
        }
    }

    /** The stage's name in the names of metrics. */
    private static String stage(Service service) {
        return switch (service) {
            case EVENT_GATEWAY -> "gateway";
            case BINDING_RESOLVER -> "binding";
            case RUN_ORCHESTRATOR -> "orchestrator";
            case CONTEXT_STORE -> "context";
            case DELIVERY_SERVICE -> "delivery";
        };
    }

    /** Sums over the labels of one replica, then combines the replicas. */
    private static OptionalDouble overReplicas(
            Collection<List<Metric>> replicas, String name, Map<String, String> labels, DoubleBinaryOperator together) {
        return replicas.stream()
                .map(replica -> replica.stream()
                        .filter(metric -> metric.name().equals(PREFIX + name))
                        .filter(metric -> metric.labels().entrySet().containsAll(labels.entrySet()))
                        .mapToDouble(Metric::value)
                        .reduce(Double::sum))
                .filter(sum -> sum.isPresent() && !Double.isNaN(sum.getAsDouble()))
                .mapToDouble(OptionalDouble::getAsDouble)
                .reduce(together);
    }

    private static OptionalLong whole(OptionalDouble number) {
        return number.isPresent() ? OptionalLong.of(Math.round(number.getAsDouble())) : OptionalLong.empty();
    }
}
