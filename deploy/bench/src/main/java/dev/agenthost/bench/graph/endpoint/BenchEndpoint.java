package dev.agenthost.bench.graph.endpoint;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.bench.graph.script.TaskArm;
import dev.agenthost.bench.graph.task.TaskStep;
import dev.agenthost.local.model.ChatModel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The models of all arms and the tools, on one port of loopback. */
public final class BenchEndpoint implements AutoCloseable {
    /** MCP server whose results are whole. */
    public static final String WHOLE = "bench";
    /** MCP server whose results have short texts. */
    public static final String SHORT = "short";

    private static final int SHORT_CHARACTERS = 200;
    private static final String SEPARATOR = "__";

    private final HttpServer server;
    private final CaseLog log = new CaseLog();
    private final TaskTools tools = new TaskTools(log);

    /**
     * Starts the endpoint.
     *
     * @param modelDelay time until the scripted model answers
     * @param realModel model to which all requests go instead of the scripted one; null for the scripted one
     */
    public BenchEndpoint(Duration modelDelay, ChatModel.@Nullable Named realModel) throws IOException {
        // Without it, the kernel delays the body of an answer behind its headers.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/tools/" + WHOLE, new ToolHandler(tools, Integer.MAX_VALUE));
        server.createContext("/tools/" + SHORT, new ToolHandler(tools, SHORT_CHARACTERS));
        for (var arm : TaskArm.values()) {
            serve(
                    arm,
                    realModel == null
                            ? new ScriptedModelHandler(arm, server(arm) + SEPARATOR, modelDelay, log)
                            : new RealModelHandler(arm, realModel, log));
        }
        server.start();
    }

    private void serve(TaskArm arm, HttpHandler model) {
        server.createContext("/" + arm.letter() + "/v1/chat/completions", model);
    }

    /** The MCP server of an arm. */
    public static String server(TaskArm arm) {
        return arm == TaskArm.PARALLEL_LOOP ? SHORT : WHOLE;
    }

    /** The address of an MCP server. */
    public String toolsUrl(String mcpServer) {
        return address() + "/tools/" + mcpServer;
    }

    /** The address of the model of an arm, before {@code /chat/completions}. */
    public String modelUrl(TaskArm arm) {
        return address() + "/" + arm.letter() + "/v1";
    }

    private String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** @param observer receives case and step of each call of a tool before it is executed */
    public void observeCalls(BiConsumer<String, TaskStep> observer) {
        tools.observe(observer);
    }

    public CaseLog log() {
        return log;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
