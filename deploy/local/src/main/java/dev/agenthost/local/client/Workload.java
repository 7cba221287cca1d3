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
 * What there is to do in the whole box, as the services last looked it up (each few seconds). What nobody could say is empty; a stage
 * that has no such figure is not in its map.
 *
 * @param lag by stage: records that are there and not done, over all its replicas and topics
 * @param unpublished by stage: rows whose record Kafka does not have yet
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
            // Each replica speaks of its own partitions; of the database all say the same.
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

    /** As it stands in metrics' names. */
    private static String stage(Service service) {
        return switch (service) {
            case EVENT_GATEWAY -> "gateway";
            case BINDING_RESOLVER -> "binding";
            case RUN_ORCHESTRATOR -> "orchestrator";
            case CONTEXT_STORE -> "context";
            case DELIVERY_SERVICE -> "delivery";
        };
    }

    /** Summed over the labels of one replica, then put together over the replicas. */
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
