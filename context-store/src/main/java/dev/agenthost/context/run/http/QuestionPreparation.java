package dev.agenthost.context.run.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.agenthost.platform.observability.Preparation;
import dev.agenthost.platform.observability.SampleRecords;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.RunContextAnswer;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.RunEnd;
import dev.agenthost.protocol.store.history.EventQuestion;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Prepares the queries of runs, and requests an event that does not exist from this process. */
@ApplicationScoped
class QuestionPreparation implements Preparation {
    private static final int LIMIT_MILLISECONDS = 5_000;

    private final ObjectMapper mapper;
    private final int port;
    private final String key;

    QuestionPreparation(
            ObjectMapper mapper,
            @ConfigProperty(name = "quarkus.http.port") int port,
            @ConfigProperty(name = "agenthost.internal-key", defaultValue = "none") String key) {
        this.mapper = mapper;
        this.port = port;
        this.key = key;
    }

    @Override
    public void prepare() throws Exception {
        mapper.readerFor(RunContextQuestion.class);
        mapper.readerFor(RunEnd.class);
        mapper.writerFor(RunContextAnswer.class);
        var event = ProtocolCodec.decode(SampleRecords.of(EventEnvelope.class), EventEnvelope.class);
        send(ProtocolCodec.encode(new EventQuestion(
                event.workspaceId(),
                event.botId(),
                event.conversationId(),
                null,
                UUID.randomUUID().toString(),
                List.of())));
    }

    /** Uses a plain socket, which needs less memory than an HTTP client. */
    private void send(byte[] question) throws IOException {
        String head = """
                POST /internal/v1/events/get HTTP/1.1\r
                Host: localhost\r
                Authorization: Bearer %s\r
                Content-Type: application/json\r
                Content-Length: %d\r
                Connection: close\r
                \r
                """.formatted(key, question.length);
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(LIMIT_MILLISECONDS);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(question);
            socket.getInputStream().readAllBytes();
        }
    }
}
