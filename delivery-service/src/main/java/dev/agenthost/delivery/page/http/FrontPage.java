package dev.agenthost.delivery.page.http;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** What somebody sees who opens the front door in a browser. */
@Path("/")
public class FrontPage {

    private static final String TEXT = """
            Agent Host takes events, decides which AI agent answers each of them, runs it, and delivers what it says, as it says it.

            Say something to an agent:

              curl -s -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
                   -d '{"bot_id":"demo","conversation_id":"c1","text":"hello"}' $DOOR/api/v1/events

            The answer has the address of a live stream, which needs no key:

              curl -sN "$DOOR<stream>"
            """;

    @GET
    @Produces(MediaType.TEXT_PLAIN)
    public String text() {
        return TEXT;
    }
}
