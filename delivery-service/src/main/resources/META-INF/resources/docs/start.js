// The documents of all services, each at its own path behind the front door. Nothing is asked of any other host.
const services = ['event-gateway', 'binding-resolver', 'run-orchestrator', 'context-store', 'delivery-service'];

window.SwaggerUIBundle({
  dom_id: '#ui',
  urls: services.map((name) => ({ name, url: `/openapi/${name}` })),
  presets: [window.SwaggerUIBundle.presets.apis, window.SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
  validatorUrl: null,
  persistAuthorization: false,
});
