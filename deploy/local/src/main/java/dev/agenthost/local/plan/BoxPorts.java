package dev.agenthost.local.plan;

import dev.agenthost.local.settings.Service;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/**
 * The ports of one start of the box.
 *
 * @param front for people, programs and runners
 * @param inside the front door's listener for calls between services
 * @param model of the scripted model
 * @param services for each service one port a replica
 */
public record BoxPorts(
        int front,
        int inside,
        int kafka,
        int kafkaController,
        int postgres,
        int model,
        Map<Service, List<Integer>> services) {

    public BoxPorts {
        services = Map.copyOf(services);
    }

    /** Chosen one after the other; {@code free} answers another port each time. */
    public static BoxPorts choose(int front, int replicas, IntSupplier free) {
        int inside = free.getAsInt();
        int kafka = free.getAsInt();
        int controller = free.getAsInt();
        int postgres = free.getAsInt();
        int model = free.getAsInt();
        var services = new EnumMap<Service, List<Integer>>(Service.class);
        for (var service : Service.values()) {
            services.put(
                    service,
                    IntStream.range(0, replicas)
                            .map(i -> free.getAsInt())
                            .boxed()
                            .toList());
        }
        return new BoxPorts(front, inside, kafka, controller, postgres, model, services);
    }

    public List<Integer> of(Service service) {
        return services.getOrDefault(service, List.of());
    }

    Map<String, List<Integer>> upstreams() {
        var upstreams = new TreeMap<String, List<Integer>>();
        services.forEach((service, ports) -> upstreams.put(service.module(), ports));
        return upstreams;
    }
}
