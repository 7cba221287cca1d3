package dev.agenthost.local.plan;

import dev.agenthost.local.front.FrontDoorMain;
import dev.agenthost.local.front.FrontDoorSettings;
import dev.agenthost.local.kafka.KafkaMain;
import dev.agenthost.local.model.ChatModel;
import dev.agenthost.local.model.ScriptedModelMain;
import dev.agenthost.local.plan.ProcessPlan.Tier;
import dev.agenthost.local.process.ProcessName;
import dev.agenthost.local.settings.BoxKeys;
import dev.agenthost.local.settings.Service;
import dev.agenthost.local.settings.ServiceEnvironment;
import dev.agenthost.local.settings.ServiceSettings;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import dev.agenthost.testkit.postgres.LocalPostgres;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The processes and settings of a box, computed before any process starts.
 *
 * @param processes in the order of their start
 * @param settings by process label, the properties written for it
 */
public record BoxPlan(
        BoxPorts ports,
        ServiceEnvironment surroundings,
        List<ProcessPlan> processes,
        Map<String, Map<String, String>> settings) {
    public static final String KAFKA = "kafka";
    public static final String POSTGRES = "postgres";
    public static final String FRONT_DOOR = "front-door";
    public static final String ECHO = "echo";
    public static final String LOCAL_AGENT = "local-agent";
    public static final String ACTION_GRAPH = "action-graph";
    public static final String SCRIPTED_MODEL = "scripted-model";

    private static final String DATABASE = "agenthost";
    private static final int SERVICE_MB = 256;
    private static final int KAFKA_MB = 256;
    private static final int FRONT_MB = 96;
    private static final int RUNNER_MB = 128;
    private static final int MODEL_MB = 64;

    public BoxPlan {
        processes = List.copyOf(processes);
        settings = Map.copyOf(settings);
    }

    public static BoxPlan of(
            BoxLayout layout,
            BoxKeys keys,
            BoxPorts ports,
            ChatModel model,
            int replicas,
            JavaCommand java,
            String classPath) {
        return of(layout, keys, ports, model, replicas, java, classPath, Duration.ZERO);
    }

    /** @param wordPause pause of the demo's runner after each word */
    public static BoxPlan of(
            BoxLayout layout,
            BoxKeys keys,
            BoxPorts ports,
            ChatModel model,
            int replicas,
            JavaCommand java,
            String classPath,
            Duration wordPause) {
        var surroundings = surroundings(keys, ports, model, replicas);
        var processes = new ArrayList<ProcessPlan>();
        var settings = new LinkedHashMap<String, Map<String, String>>();

        processes.add(kafka(layout, ports, java, classPath));
        processes.add(new ProcessPlan(
                new ProcessName(POSTGRES, 1),
                Tier.SERVERS,
                ports.postgres(),
                new ProcessProbe.Listens(ports.postgres()),
                List.of(),
                Map.of()));
        for (var service : Service.values()) {
            for (int replica = 1; replica <= replicas; replica++) {
                int port = ports.of(service).get(replica - 1);
                var name = new ProcessName(service.module(), replica);
                settings.put(name.label(), settings(layout, service, name, port, surroundings));
                processes.add(service(layout, service, name, port, java));
            }
        }
        var door = new ProcessName(FRONT_DOOR, 1);
        settings.put(
                door.label(), new FrontDoorSettings(ports.front(), ports.inside(), ports.upstreams()).properties());
        processes.add(new ProcessPlan(
                door,
                Tier.EDGE,
                ports.front(),
                new ProcessProbe.Listens(ports.inside()),
                java.main(
                        classPath,
                        FrontDoorMain.class,
                        FRONT_MB,
                        List.of(layout.settings(door.label()).toString())),
                JavaCommand.ENVIRONMENT));
        for (int replica = 1; replica <= replicas; replica++) {
            var echo = new ProcessName(ECHO, replica);
            processes.add(runner(Demo.RUNNER_ID, layout.echoJar(), keys, ports, echo, java, wordPause));
        }
        if (model instanceof ChatModel.Scripted(int port)) {
            processes.add(scriptedModel(port, java, classPath));
        }
        if (model instanceof ChatModel.Endpoint) {
            var agent = new ProcessName(LOCAL_AGENT, 1);
            processes.add(
                    runner(Demo.THINKING_RUNNER_ID, layout.localAgentJar(), keys, ports, agent, java, Duration.ZERO));
            var planner = new ProcessName(ACTION_GRAPH, 1);
            processes.add(runner(
                    Demo.PLANNING_RUNNER_ID, layout.actionGraphJar(), keys, ports, planner, java, Duration.ZERO));
        }
        return new BoxPlan(ports, surroundings, processes, settings);
    }

    /** The same plan with more variables in the environment of its runners. */
    public BoxPlan withRunnerEnvironment(Map<String, String> more) {
        var with = processes.stream()
                .map(process -> process.probe() instanceof ProcessProbe.Registered ? process.with(more) : process)
                .toList();
        return new BoxPlan(ports, surroundings, with, settings);
    }

    /** The commands of its JVMs, by the name of their kind. */
    public Map<String, List<String>> commands() {
        var commands = new LinkedHashMap<String, List<String>>();
        for (var process : processes) {
            if (!process.command().isEmpty()) {
                commands.putIfAbsent(process.name().name(), process.command());
            }
        }
        return commands;
    }

    private static Map<String, String> settings(
            BoxLayout layout, Service service, ProcessName name, int port, ServiceEnvironment surroundings) {
        var settings = ServiceSettings.of(service, port, surroundings);
        if (service == Service.RUN_ORCHESTRATOR) {
            settings.put("agenthost.lease.file", layout.life(name.label()).toString());
        }
        return settings;
    }

    /** The address of this box for people and programs. */
    public static URI frontDoor(BoxPorts ports) {
        return URI.create("http://127.0.0.1:" + ports.front());
    }

    /** The address of this box for runners. */
    public static URI runnerAddress(BoxPorts ports) {
        return URI.create("ws://127.0.0.1:" + ports.front() + "/runner/ws");
    }

    public static DatabaseAddress database(BoxKeys keys, int port) {
        return new DatabaseAddress(port, DATABASE, LocalPostgres.USER, keys.databasePassword());
    }

    /**
     * The environment of the services. With several replicas, services reach each other through the front door's inner listener.
     */
    private static ServiceEnvironment surroundings(BoxKeys keys, BoxPorts ports, ChatModel model, int replicas) {
        return new ServiceEnvironment(
                "127.0.0.1:" + ports.kafka(),
                database(keys, ports.postgres()),
                between(Service.CONTEXT_STORE, ports, replicas),
                between(Service.RUN_ORCHESTRATOR, ports, replicas),
                between(Service.EVENT_GATEWAY, ports, replicas),
                between(Service.DELIVERY_SERVICE, ports, replicas),
                keys,
                model);
    }

    private static String between(Service service, BoxPorts ports, int replicas) {
        return "http://127.0.0.1:" + (replicas == 1 ? ports.of(service).getFirst() : ports.inside());
    }

    private static ProcessPlan kafka(BoxLayout layout, BoxPorts ports, JavaCommand java, String classPath) {
        var arguments = List.of(
                layout.kafkaData().toString(),
                Integer.toString(ports.kafka()),
                Integer.toString(ports.kafkaController()));
        return new ProcessPlan(
                new ProcessName(KAFKA, 1),
                Tier.SERVERS,
                ports.kafka(),
                new ProcessProbe.Listens(ports.kafka()),
                java.main(classPath, KafkaMain.class, KAFKA_MB, arguments),
                JavaCommand.ENVIRONMENT);
    }

    private static ProcessPlan service(
            BoxLayout layout, Service service, ProcessName name, int port, JavaCommand java) {
        var settings =
                "-Dquarkus.config.locations=" + layout.settings(name.label()).toUri();
        var health = URI.create("http://127.0.0.1:" + port + "/q/health/");
        return new ProcessPlan(
                name,
                Tier.SERVICES,
                port,
                new ProcessProbe.Healthy(health.resolve("ready"), health.resolve("live")),
                java.jar(layout.jar(service), SERVICE_MB, List.of(settings)),
                JavaCommand.ENVIRONMENT);
    }

    private static ProcessPlan scriptedModel(int port, JavaCommand java, String classPath) {
        return new ProcessPlan(
                new ProcessName(SCRIPTED_MODEL, 1),
                Tier.EDGE,
                port,
                new ProcessProbe.Listens(port),
                java.main(classPath, ScriptedModelMain.class, MODEL_MB, List.of(Integer.toString(port))),
                JavaCommand.ENVIRONMENT);
    }

    private static ProcessPlan runner(
            String runnerId,
            Path jar,
            BoxKeys keys,
            BoxPorts ports,
            ProcessName name,
            JavaCommand java,
            Duration wordPause) {
        return new ProcessPlan(
                name,
                Tier.EDGE,
                0,
                new ProcessProbe.Registered(
                        frontDoor(ports).resolve("/api/v1/runners"),
                        runnerId,
                        keys.demoKey().key()),
                java.jar(jar, RUNNER_MB, List.of()),
                Map.of(
                        "AGENTHOST_RUNNER_URL",
                        runnerAddress(ports).toString(),
                        "AGENTHOST_RUNNER_KEY",
                        keys.runnerKey(),
                        "AGENTHOST_ECHO_DELTA_DELAY_MS",
                        Long.toString(wordPause.toMillis())));
    }
}
