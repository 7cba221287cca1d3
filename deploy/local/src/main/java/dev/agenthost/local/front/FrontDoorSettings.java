package dev.agenthost.local.front;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The settings of the front door.
 *
 * @param port for people, programs and runners
 * @param insidePort for calls between services, and for the probe of the front door itself
 * @param upstreams the ports of each service's replicas
 */
public record FrontDoorSettings(int port, int insidePort, Map<String, List<Integer>> upstreams) {
    private static final String UPSTREAM = "upstream.";

    /** The settings as lines of a properties file. */
    public Map<String, String> properties() {
        var properties = new TreeMap<String, String>();
        properties.put("port", Integer.toString(port));
        properties.put("inside-port", Integer.toString(insidePort));
        upstreams.forEach((service, ports) -> properties.put(
                UPSTREAM + service,
                String.join(",", ports.stream().map(Object::toString).toList())));
        return properties;
    }

    static FrontDoorSettings read(Path file) throws IOException {
        var properties = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        var upstreams = new TreeMap<String, List<Integer>>();
        for (var name : properties.stringPropertyNames()) {
            if (name.startsWith(UPSTREAM)) {
                upstreams.put(
                        name.substring(UPSTREAM.length()),
                        Arrays.stream(properties.getProperty(name).split(","))
                                .map(Integer::valueOf)
                                .toList());
            }
        }
        return new FrontDoorSettings(
                Integer.parseInt(properties.getProperty("port")),
                Integer.parseInt(properties.getProperty("inside-port")),
                upstreams);
    }
}
