const q=s=>[...document.querySelectorAll(s)],out=document.getElementById('yaml'),who=document.getElementById('who');
const say=v=>typeof v==='number'?String(v):JSON.stringify(v);
function read(v){const o=JSON.parse(v.dataset.ours),t=v.querySelector('[type=text]').value.trim();
if(t==='')return v.querySelector('[type=checkbox]').checked?o:undefined;
return typeof o==='number'&&/^-?\d+$/.test(t)?Number(t):t}
function make(){let n=0,y='basis: printed\n\ntitle: '+JSON.stringify(who.value||'a printed copy')+'\n\nanswers:\n';
for(const v of q('.v')){const a=read(v);v.closest('tr').classList.toggle('done',[...v.closest('tr').querySelectorAll('.v')].every(x=>read(x)!==undefined));
if(a===undefined)continue;n++;y+='  - {at: '+JSON.stringify(v.dataset.at)+', ours: '+say(JSON.parse(v.dataset.ours))+', printed: '+say(a)+'}\n'}
if(!n)y=y.replace('answers:\n','answers: []\n');out.value=y;document.getElementById('count').textContent=n+' of '+q('.v').length}
document.addEventListener('input',make);q('.all').forEach(b=>b.onclick=()=>{b.closest('tr').querySelectorAll('[type=checkbox]').forEach(c=>c.checked=true);make()});
document.getElementById('save').onclick=()=>{const a=document.createElement('a');a.href=URL.createObjectURL(new Blob([out.value],{type:'text/yaml'}));
a.download='mine.yaml';a.click()};make();
