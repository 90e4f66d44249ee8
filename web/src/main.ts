import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import "./table.css";
import { watchRoute } from "./router.svelte.ts";
import { watchSettings } from "./settings.svelte.ts";

watchSettings();
watchRoute();
mount(App, { target: document.getElementById("app") ?? document.body });
